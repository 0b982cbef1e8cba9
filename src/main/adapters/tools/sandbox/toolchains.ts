import { dirname, join } from 'node:path'

import { isInside } from '../../is-inside.ts'
import { type BytePath, keyOf } from './byte-paths.ts'
import { findEntries } from './find-protected.ts'

const words = (line: string): readonly string[] => line.split(' ')

/**
 * Folders of a home directory that hold compilers, interpreters and packages. Confined programs can read them, without
 * files that hold credentials; the rest of the home directory is hidden.
 */
const TOOLCHAINS = [
  '.asdf .bun .cargo/bin .cargo/registry .deno .fnm .nvm .pyenv .rbenv .rustup .sdkman/candidates .volta',
  '.gradle/wrapper .m2/repository go/bin go/pkg .local/bin .local/lib .local/pipx',
  '.local/share/fnm .local/share/mise .local/share/pnpm .local/share/uv',
].flatMap(words)

/** Folders among them with many packages of others, which are searched for credentials at their top only. */
const PACKAGES = words('.cargo/registry .gradle/wrapper .m2/repository go/pkg')

/** What programs in `X/bin` need beside it. */
const BESIDE_BIN = ['bin', 'lib', 'libexec']

/**
 * Returns the folders that programs of the user are run from: toolchains in the home directory, and the folders of
 * PATH. They need not exist. A folder that contains the home directory is none.
 */
export function toolchainFolders(homeDirectory: string, path: string): readonly string[] {
  const named = path.split(':').filter((folder) => folder.startsWith('/') && !isInside(folder, homeDirectory))
  const ofPath = named.flatMap((folder) =>
    folder.endsWith('/bin') ? BESIDE_BIN.map((name) => join(dirname(folder), name)) : [folder],
  )
  return [...TOOLCHAINS.map((name) => join(homeDirectory, name)), ...ofPath]
}

/**
 * Names of files in which programs keep passwords and tokens, as their manuals call them. `*` matches any text, and case is
 * ignored.
 */
const CREDENTIAL_FILES: readonly string[] = [
  // npm, pnpm, Yarn, Bun; the global settings of npm are in etc/npmrc.
  '.npmrc npmrc .yarnrc .yarnrc.yml bunfig.toml .bunfig.toml',
  // pip, uv, Poetry, Conda, twine, and programs that read netrc, such as curl and git.
  'pip.conf pip.ini uv.toml .pypirc auth.toml .condarc .netrc _netrc .git-credentials',
  // cargo, gem, Bundler, Composer, NuGet.
  '*credential* auth.json nuget.config',
  // Maven, Gradle, sbt.
  'settings.xml settings-security.xml gradle.properties .sbtcredentials',
  // Docker, GitHub and GitLab, Google, Kubernetes, Terraform, AWS and Azure.
  'hosts.yml access_tokens.db kubeconfig *.tfrc *.tfrc.json accesstokens.json msal_token_cache*',
  // What programs name so.
  'auth auth.yml auth.yaml token tokens token.json tokens.json .token* .secret* secrets secrets.json secrets.yml secrets.yaml secrets.toml',
  '*.p12 *.pfx *.jks *.keystore id_rsa id_ecdsa id_ed25519 .env*',
].flatMap(words)

/** Parts of programs, which may be called so as well. */
const CODE = /\.(py|pyc|pyi|js|mjs|cjs|ts|mts|cts|map|rb|go|rs|java|class|so|h|c|lua|pl|pm|sh|md|html)$/i

/** How deep a folder of programs is searched, and one of packages. Below are the files of packages, which are public. */
const DEPTH = { programs: 4, packages: 1 }
/** How long what was found counts, ms. A search of all folders takes some time. */
const FOUND_MS = 30_000

let found: { readonly key: string; readonly until: number; readonly paths: Promise<readonly BytePath[]> } | null = null

/** Returns the files with credentials in folders of toolchains that are in the home directory. Rejects if they cannot be searched. */
export function credentialFiles(folders: readonly string[], homeDirectory: string): Promise<readonly BytePath[]> {
  const own = folders.filter((folder) => isInside(homeDirectory, folder))
  const key = [homeDirectory, ...own].join('\0')
  if (found?.key === key && found.until > Date.now()) return found.paths
  const hasPackages = (folder: string): boolean => PACKAGES.some((name) => join(homeDirectory, name) === folder)
  const search = (some: readonly string[], maxDepth: number) =>
    findEntries(some, { names: CREDENTIAL_FILES, inodes: [], maxDepth, noFolders: true })
  const paths = Promise.all([
    search(
      own.filter((folder) => !hasPackages(folder)),
      DEPTH.programs,
    ),
    search(own.filter(hasPackages), DEPTH.packages),
  ]).then((results) => results.flatMap(({ paths: some, unreadable }) => [...some.filter(isNoCode), ...unreadable]))
  found = { key, until: Date.now() + FOUND_MS, paths }
  return paths
}

const isNoCode = (path: BytePath): boolean => !CODE.test(keyOf(path))
