// The package has no types of its own; this is what the tests use of it.
declare module "gltf-validator" {
  export function validateBytes(
    bytes: Uint8Array,
  ): Promise<{ issues: { numErrors: number; numWarnings: number; messages: object[] } }>;
}
