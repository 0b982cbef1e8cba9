interface LockFile {
  /** The ecosystem: the first file of one counts. */
  readonly group: string
  readonly file: string
  /** What installs the dependencies, for bash. */
  readonly command: string
  readonly hosts: readonly string[]
}

const NPM = ['registry.npmjs.org']
const YARN = ['registry.yarnpkg.com', 'repo.yarnpkg.com', ...NPM]
const PYPI = ['pypi.org', 'files.pythonhosted.org']
const MAVEN = ['repo.maven.apache.org', 'repo1.maven.org']
const GRADLE = ['services.gradle.org', 'plugins.gradle.org', 'plugins-artifacts.gradle.org', ...MAVEN]

/** What installs the dependencies of a project, by its lock file, and the hosts of the registries that it asks. */
const LOCK_FILES: readonly LockFile[] = [
  { group: 'js', file: 'pnpm-lock.yaml', command: 'pnpm install --frozen-lockfile --prefer-offline', hosts: NPM },
  { group: 'js', file: 'yarn.lock', command: 'yarn install', hosts: YARN },
  { group: 'js', file: 'bun.lock', command: 'bun install --frozen-lockfile', hosts: NPM },
  { group: 'js', file: 'bun.lockb', command: 'bun install --frozen-lockfile', hosts: NPM },
  { group: 'js', file: 'package-lock.json', command: 'npm ci --prefer-offline', hosts: NPM },
  { group: 'js', file: 'npm-shrinkwrap.json', command: 'npm ci --prefer-offline', hosts: NPM },
  { group: 'py', file: 'uv.lock', command: 'uv sync --frozen', hosts: PYPI },
  { group: 'py', file: 'poetry.lock', command: 'poetry install', hosts: PYPI },
  {
    group: 'py',
    file: 'requirements.txt',
    command: 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt',
    hosts: PYPI,
  },
  {
    group: 'rust',
    file: 'Cargo.lock',
    command: 'cargo fetch --locked',
    hosts: ['index.crates.io', 'static.crates.io', 'crates.io'],
  },
  { group: 'go', file: 'go.sum', command: 'go mod download', hosts: ['proxy.golang.org', 'sum.golang.org'] },
  { group: 'jvm', file: 'pom.xml', command: 'mvn -q dependency:resolve', hosts: MAVEN },
  { group: 'jvm', file: 'gradle.lockfile', command: './gradlew dependencies', hosts: GRADLE },
  { group: 'jvm', file: 'gradlew', command: './gradlew dependencies', hosts: GRADLE },
  {
    group: 'php',
    file: 'composer.lock',
    command: 'composer install',
    hosts: ['repo.packagist.org', 'api.github.com', 'codeload.github.com'],
  },
  { group: 'ruby', file: 'Gemfile.lock', command: 'bundle install', hosts: ['rubygems.org', 'index.rubygems.org'] },
]

/** The names of all lock files that a proposal is made from. */
export const LOCK_NAMES: readonly string[] = LOCK_FILES.map(({ file }) => file)

/** Returns what installs the dependencies of a project with these lock files, and the hosts that this needs. */
export function installersOf(names: readonly string[]): {
  readonly commands: readonly string[]
  readonly hosts: readonly string[]
} {
  const byGroup = new Map<string, LockFile>()
  for (const each of LOCK_FILES)
    if (names.includes(each.file) && !byGroup.has(each.group)) byGroup.set(each.group, each)
  const found = [...byGroup.values()]
  return { commands: found.map(({ command }) => command), hosts: [...new Set(found.flatMap(({ hosts }) => hosts))] }
}
