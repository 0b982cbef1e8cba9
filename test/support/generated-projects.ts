import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { GIT_ENVIRONMENT, type GitFolder } from './git-folder.ts'
import { plantFault, type ProjectFault, type RacedProject } from './project-race.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A kind of project that is made without a network. */
export interface GeneratedProject {
  readonly name: string
  /** A program that it needs beside node, npm and git. Missing: none. */
  readonly program?: string
  /** The command line of its test. */
  readonly test: string
  readonly fault: ProjectFault
  /** The folder in which the user works, from the top. Missing: the top. */
  readonly below?: string
  /** Makes its files, and installs what it needs. */
  make(project: GitFolder): Promise<void>
}

/** Whether a program is there and starts without the user's home, which the tests do not use. */
export function hasProgram(name: string): boolean {
  const args = [name === 'go' ? 'version' : '--version']
  return spawnSync(name, args, { stdio: 'ignore', env: GIT_ENVIRONMENT }).status === 0
}

const ADD: ProjectFault = { path: 'add.js', right: 'a + b', wrong: 'a - b' }
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

async function runIn(folder: string, program: string, ...args: readonly string[]): Promise<void> {
  const env = { ...process.env, ...GIT_ENVIRONMENT, HOME: dirname(folder), npm_config_update_notifier: 'false' }
  await promisify(execFile)(program, [...args], { cwd: folder, env })
}

/** Copies packages of this repository's own `node_modules`. */
async function copyPackages({ folder }: GitFolder, ...names: readonly string[]): Promise<void> {
  for (const name of names)
    await cp(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true })
}

const nodeTest = (imports: string, value: string, expected: string): string =>
  `const { equal } = require('node:assert/strict')\nconst { test } = require('node:test')\n${imports}\n` +
  `test('adds', () => equal(${value}, ${expected}))\ntest('is a test', () => equal(1, 1))\n`

const ADDING = 'exports.add = (a, b) => a + b\n'
const ADDS = nodeTest("const { add } = require('./add.js')", 'add(1, 2)', '3')

const javaScript: GeneratedProject = {
  name: 'JavaScript with an installed package',
  test: 'npm test',
  fault: ADD,
  async make(project) {
    const dependency = join(project.parent, 'dependency')
    await mkdir(dependency)
    await writeFile(join(dependency, 'package.json'), json({ name: 'dependency', version: '1.0.0', main: 'i.js' }))
    await writeFile(join(dependency, 'i.js'), 'exports.three = 3\n')
    await mkdir(join(project.folder, 'packages'))
    await runIn(dependency, 'npm', 'pack', '--offline', '--pack-destination', join(project.folder, 'packages'))
    await project.write('.gitignore', 'node_modules\n')
    await project.write('add.js', ADDING)
    const imports = "const { add } = require('./add.js')\nconst { three } = require('dependency')"
    await project.write('add.test.js', nodeTest(imports, 'add(1, 2)', 'three'))
    const dependencies = { dependency: 'file:packages/dependency-1.0.0.tgz' }
    await project.write(
      'package.json',
      json({ name: 'p', version: '1.0.0', scripts: { test: 'node --test' }, dependencies }),
    )
    await runIn(project.folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund')
  },
}

const typeScript: GeneratedProject = {
  name: 'TypeScript with a build',
  test: 'npm test',
  fault: { path: 'src/add.ts', right: 'a + b', wrong: 'a - b' },
  async make(project) {
    await copyPackages(project, 'esbuild', `@esbuild/${process.platform}-${process.arch}`)
    await project.write('.gitignore', 'node_modules\ndist\n')
    await project.write('src/add.ts', 'export const add = (a: number, b: number): number => a + b\n')
    await project.write('test/add.test.js', nodeTest("const { add } = require('../dist/add.js')", 'add(1, 2)', '3'))
    const build = 'node node_modules/esbuild/bin/esbuild src/add.ts --format=cjs --outfile=dist/add.js'
    const scripts = { build, test: 'npm run build && node --test' }
    await project.write(
      'package.json',
      json({ name: 'p', version: '1.0.0', scripts, devDependencies: { esbuild: '*' } }),
    )
    await runIn(project.folder, 'npm', 'run', 'build')
  },
}

const workspace: GeneratedProject = {
  name: 'a workspace of npm',
  test: 'npm test --workspaces',
  fault: { path: 'packages/one/add.js', right: 'a + b', wrong: 'a - b' },
  async make(project) {
    await project.write('.gitignore', 'node_modules\n')
    await project.write('package.json', json({ name: 'p', private: true, workspaces: ['packages/*'] }))
    const scripts = { test: 'node --test' }
    for (const [name, dependencies] of [
      ['one', {}],
      ['two', { one: '1.0.0' }],
    ] as const) {
      const described = { name, version: '1.0.0', main: 'add.js', scripts, dependencies }
      await project.write(`packages/${name}/package.json`, json(described))
      await project.write(`packages/${name}/add.js`, name === 'one' ? ADDING : "exports.add = require('one').add\n")
      await project.write(`packages/${name}/add.test.js`, ADDS)
    }
    await runIn(project.folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund')
  },
}

const onePackage: GeneratedProject = {
  ...workspace,
  name: 'a package of a workspace, from its folder',
  test: 'npm test',
  below: 'packages/two',
  fault: { path: 'add.js', right: "require('one').add", wrong: "require('one').sub" },
}

const linkedStore: GeneratedProject = {
  name: 'a store of packages with links, as pnpm makes it',
  test: 'node --test',
  fault: ADD,
  async make(project) {
    await project.write('.gitignore', 'node_modules\n')
    await project.write('add.js', ADDING)
    const imports = "const { add } = require('./add.js')\nconst { three } = require('dependency')"
    await project.write('add.test.js', nodeTest(imports, 'add(1, 2)', 'three'))
    const stored = 'node_modules/.pnpm/dependency@1.0.0/node_modules'
    await project.write(`${stored}/dependency/index.js`, "exports.three = require('inner').three\n")
    await project.write('node_modules/.pnpm/inner@1.0.0/node_modules/inner/index.js', 'exports.three = 3\n')
    const { folder } = project
    await symlink('../../inner@1.0.0/node_modules/inner', join(folder, stored, 'inner'))
    await symlink('.pnpm/dependency@1.0.0/node_modules/dependency', join(folder, 'node_modules/dependency'))
  },
}

const native: GeneratedProject = {
  name: 'a native module',
  test: 'node --test add.test.js',
  fault: ADD,
  async make(project) {
    await copyPackages(project, '@lydell/node-pty', `@lydell/node-pty-${process.platform}-${process.arch}`)
    await project.write('.gitignore', 'node_modules\n')
    await project.write('add.js', ADDING)
    const imports = "const { add } = require('./add.js')\nconst { spawn } = require('@lydell/node-pty')"
    await project.write('add.test.js', nodeTest(imports, 'add(1, 2)', "typeof spawn === 'function' && 3"))
  },
}

const python: GeneratedProject = {
  name: 'Python with a virtual environment',
  program: '/usr/bin/python3',
  test: '.venv/bin/python -m unittest -v',
  fault: { path: 'mine/add.py', right: 'a + b', wrong: 'a - b' },
  async make(project) {
    await project.write('.gitignore', '.venv\n__pycache__\n')
    await project.write('mine/__init__.py', '')
    await project.write('mine/add.py', 'def add(a, b):\n    return a + b\n')
    const test = 'import unittest\nimport dependency\nfrom mine.add import add\n\n\nclass Adds(unittest.TestCase):\n'
    const adds = '    def test_adds(self):\n        self.assertEqual(add(1, 2), dependency.THREE)\n'
    await project.write('test_add.py', `${test}${adds}\n    def test_one(self):\n        self.assertEqual(1, 1)\n`)
    await runIn(project.folder, '/usr/bin/python3', '-m', 'venv', '--without-pip', '.venv')
    const script = "import sysconfig; open(sysconfig.get_path('purelib') + '/dependency.py', 'w').write('THREE = 3')"
    await runIn(project.folder, '.venv/bin/python', '-c', script)
  },
}

const go: GeneratedProject = {
  name: 'Go with a vendored module',
  program: 'go',
  test: 'go test ./...',
  fault: { path: 'add.go', right: 'a + b', wrong: 'a - b' },
  async make(project) {
    await project.write('.gitignore', 'vendor/\n')
    await project.write('go.mod', 'module example.test/p\n\ngo 1.19\n\nrequire example.test/three v1.0.0\n')
    await project.write('vendor/modules.txt', '# example.test/three v1.0.0\n## explicit; go 1.19\nexample.test/three\n')
    await project.write('vendor/example.test/three/three.go', 'package three\n\nconst Three = 3\n')
    await project.write('add.go', 'package p\n\nfunc Add(a, b int) int { return a + b }\n')
    const imports = 'package p\n\nimport (\n\t"testing"\n\n\t"example.test/three"\n)\n\n'
    const adds = 'func TestAdd(t *testing.T) {\n\tif Add(1, 2) != three.Three {\n\t\tt.Fatal("no sum")\n\t}\n}\n'
    await project.write('add_test.go', imports + adds)
  },
}

const rust: GeneratedProject = {
  name: 'Rust with a crate in the project',
  program: 'cargo',
  test: 'cargo test --offline',
  fault: { path: 'src/lib.rs', right: 'a + b', wrong: 'a - b' },
  async make(project) {
    await project.write('.gitignore', 'target\n')
    const named = (name: string): string => `[package]\nname = "${name}"\nversion = "1.0.0"\nedition = "2021"\n`
    await project.write('Cargo.toml', `${named('p')}\n[dependencies]\nthree = { path = "three" }\n`)
    await project.write('three/Cargo.toml', named('three'))
    await project.write('three/src/lib.rs', 'pub const THREE: u32 = 3;\n')
    const test =
      '#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::add(1, 2), three::THREE);\n    }\n}\n'
    await project.write('src/lib.rs', `pub fn add(a: u32, b: u32) -> u32 {\n    a + b\n}\n\n${test}`)
    await runIn(project.folder, 'cargo', 'generate-lockfile', '--offline')
  },
}

const submodule: GeneratedProject = {
  name: 'a submodule',
  test: 'node --test add.test.js',
  fault: ADD,
  async make(project) {
    const library = join(project.parent, 'library')
    await mkdir(library)
    await runIn(library, 'git', 'init', '--quiet', '--initial-branch=main')
    await writeFile(join(library, 'three.js'), 'exports.three = 3\n')
    await runIn(library, 'git', 'add', '.')
    await runIn(library, 'git', 'commit', '--quiet', '-m', 'library')
    await project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib')
    await project.write('add.js', ADDING)
    const imports = "const { add } = require('./add.js')\nconst { three } = require('./lib/three.js')"
    await project.write('add.test.js', nodeTest(imports, 'add(1, 2)', 'three'))
  },
}

const sparse: GeneratedProject = {
  name: 'a sparse checkout',
  test: 'node --test',
  below: 'one',
  fault: ADD,
  async make(project) {
    await project.write('one/add.js', ADDING)
    await project.write('one/add.test.js', ADDS)
    await project.write('two/large.js', '// not checked out\n')
    await project.git('add', '.')
    await project.git('commit', '--quiet', '-m', 'all')
    await project.git('sparse-checkout', 'set', 'one')
  },
}

/** Projects of different ecosystems, small enough for the ordinary tests. */
export const GENERATED_PROJECTS: readonly GeneratedProject[] = [
  javaScript,
  typeScript,
  workspace,
  onePackage,
  linkedStore,
  native,
  python,
  go,
  rust,
  submodule,
  sparse,
]

/** Makes a project with its fault in the newest commit. */
export async function makeGeneratedProject(kind: GeneratedProject, project: GitFolder): Promise<RacedProject> {
  await kind.make(project)
  const folder = join(project.folder, kind.below ?? '')
  await plantFault(folder, kind.fault)
  await project.git('add', '--all')
  await project.git('commit', '--quiet', '-m', 'files')
  return { folder, test: kind.test, fault: kind.fault }
}
