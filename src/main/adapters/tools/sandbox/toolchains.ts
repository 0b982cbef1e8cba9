import { dirname, join } from 'node:path'

/**
 * Folders of a home directory that hold compilers, interpreters and packages, and no keys. Confined programs can read
 * them; the rest of the home directory is hidden.
 */
const TOOLCHAINS = [
  '.asdf .bun .cargo/bin .cargo/registry .deno .fnm .nvm .pyenv .rbenv .rustup .sdkman/candidates .volta',
  '.gradle/wrapper .m2/repository go/bin go/pkg .local/bin .local/lib .local/pipx',
  '.local/share/fnm .local/share/mise .local/share/pnpm .local/share/uv',
].flatMap((line) => line.split(' '))

/** What programs in `X/bin` need beside it. */
const BESIDE_BIN = ['bin', 'lib', 'libexec']

/**
 * Returns the folders that programs of the user are run from: toolchains in the home directory, and the folders of
 * PATH. They need not exist.
 */
export function toolchainFolders(homeDirectory: string, path: string): readonly string[] {
  const named = path.split(':').filter((folder) => folder.startsWith('/'))
  const ofPath = named.flatMap((folder) =>
    folder.endsWith('/bin') ? BESIDE_BIN.map((name) => join(dirname(folder), name)) : [folder],
  )
  return [...TOOLCHAINS.map((name) => join(homeDirectory, name)), ...ofPath]
}
