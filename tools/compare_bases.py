#!/usr/bin/env python3
"""Frequencies of reduced bodies by static condensation, inverse iteration, means and Craig-Bampton, over the true ones.

    PYTHONPATH=build/release/python /usr/bin/python3 tools/compare_bases.py release dragon arm muscle

Written with NumPy and SciPy alone from stiffness, mass and roles of a scene at its start; nothing of src/reduce is used.
Nodes that ride on bones are held: these are the frequencies of the flesh at joints that stand still. Printed: errors in
per cent of the first five frequencies (-: there is none).
  J             static condensation to the dynamic nodes (Guyan)
  J, 1, 2       Ritz values of A on A^-1 M [J R], once and twice (inverse iteration; R: rigid motions)
  means, 1, 2   what `modal` moves by: Ritz values of A^-1 on the same shapes, one solve less
  J + 12 modes  Craig-Bampton: J and twelve modes with the dynamic nodes held
"""
from __future__ import annotations

import sys
from pathlib import Path

import numpy
import scipy.linalg
import scipy.sparse
from scipy.sparse.linalg import LinearOperator, eigsh, splu

SCENES = Path(__file__).resolve().parents[1] / "scenes"
COUNT, HELD_MODES = 5, 12
DYNAMIC, PRESCRIBED = 1, (3, 4, 5)


def lowest(A, M, count):
    """Generalised eigenpairs of sparse A and diagonal M, from below."""
    lu = splu(A.tocsc(), permc_spec="COLAMD" if A.shape[0] < 3000 else "MMD_AT_PLUS_A",
              options={"SymmetricMode": True}, diag_pivot_thresh=0.0)
    root = numpy.sqrt(M)
    inverse = LinearOperator(A.shape, matvec=lambda y: root * lu.solve(root * y), dtype=float)
    values, vectors = eigsh(inverse, k=count, which="LM")
    order = numpy.argsort(-values)
    return numpy.sqrt(1 / values[order]), vectors[:, order] / root[:, None], lu


def orthonormal(V, M):
    """Columns that span those of V, V'M V = I."""
    scale = numpy.linalg.norm(numpy.sqrt(M)[:, None] * V, axis=0)
    q, r, _ = scipy.linalg.qr(numpy.sqrt(M)[:, None] * V / scale, mode="economic", pivoting=True)
    keep = abs(numpy.diag(r)) > 1e-9 * abs(r[0, 0])
    return q[:, keep] / numpy.sqrt(M)[:, None]


def ritz(A, M, V):
    V = orthonormal(V, M)
    return numpy.sqrt(abs(numpy.linalg.eigvalsh(V.T @ (A @ V))))


def means(M, V, lu):
    V = orthonormal(V, M)
    MV = M[:, None] * V
    return numpy.sort(numpy.sqrt(1 / numpy.linalg.eigvalsh(MV.T @ lu.solve(MV))))


def body(name):
    """A and M of the free unknowns, which of them are dynamic, and the rigid motions."""
    import conjac
    sim = conjac.Simulation(SCENES / f"{name}.json", overrides=["timeline=[]", "method.adaptive=false"])
    d = sim.dimension
    A = -scipy.sparse.csc_matrix(sim.stiffness(project=True))
    roles = numpy.asarray(sim.roles)
    free = numpy.repeat(~numpy.isin(roles, PRESCRIBED), d)
    dynamic = numpy.repeat(roles == DYNAMIC, d)[free]
    x = numpy.array(sim.positions)
    x -= x.mean(axis=0)
    rigid = [numpy.tile(numpy.eye(d)[k], len(x)) for k in range(d)]
    for i in range(d):
        for j in range(i):
            turn = numpy.zeros_like(x)
            turn[:, i], turn[:, j] = x[:, j], -x[:, i]
            rigid.append(turn.ravel())
    M = numpy.repeat(numpy.asarray(sim.masses), d)[free]
    return A[free][:, free], M, dynamic, numpy.array(rigid).T[free], len(x)


def main() -> None:
    for name in sys.argv[1:]:
        A, M, dynamic, R, nodes = body(name)
        true, _, lu = lowest(A, M, COUNT)
        q = ~dynamic
        inner = A[q][:, q]
        _, held, inner_lu = lowest(inner, M[q], HELD_MODES)
        J = numpy.zeros((A.shape[0], dynamic.sum()))
        J[dynamic] = numpy.eye(dynamic.sum())
        J[q] = -inner_lu.solve(A[q][:, dynamic].toarray())
        more = numpy.zeros((A.shape[0], HELD_MODES))
        more[q] = held
        once = lu.solve(M[:, None] * orthonormal(numpy.hstack([J, R]), M))
        twice = lu.solve(M[:, None] * orthonormal(once, M))
        rows = {"J": ritz(A, M, J), "J, 1": ritz(A, M, once), "J, 2": ritz(A, M, twice),
                "means, 1": means(M, numpy.hstack([J, R]), lu), "means, 2": means(M, once, lu),
                f"J + {HELD_MODES} modes": ritz(A, M, numpy.hstack([J, more]))}
        print(f"{name}: {nodes} nodes, {dynamic.sum() // (2 if R.shape[1] == 3 else 3)} dynamic; full, Hz: "
              + ", ".join(f"{w / 2 / numpy.pi:.3f}" for w in true), flush=True)
        for label, values in rows.items():
            errors = [f"{100 * (v / w - 1):.2f}" for v, w in zip(values, true)] + ["-"] * (COUNT - len(values))
            print(f"  {label:<14}{', '.join(errors)}", flush=True)


if __name__ == "__main__":
    main()
