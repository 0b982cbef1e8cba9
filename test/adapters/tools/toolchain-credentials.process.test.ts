import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { commandConfinement } from '../../../src/main/adapters/tools/sandbox/command-confinement.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import { toolchainFolders } from '../../../src/main/adapters/tools/sandbox/toolchains.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'

const SECRET = 'planted-in-a-toolchain'
const CREDENTIALS = [
  '.local/share/pnpm/.npmrc',
  '.local/share/pnpm/global/5/auth.json',
  '.local/share/uv/credentials/credentials.toml',
  '.local/lib/python3.11/pip.conf',
  '.local/lib/.netrc',
  '.nvm/versions/node/etc/npmrc',
  '.bun/bunfig.toml',
  '.deno/token',
  '.cargo/registry/credentials.toml',
  '.cargo/bin/.git-credentials',
  '.m2/repository/settings.xml',
  '.gradle/wrapper/gradle.properties',
  '.sdkman/candidates/maven/3.9/conf/settings.xml',
  '.rbenv/.gem/credentials',
  '.pyenv/.pypirc',
  '.asdf/plugins/gcloud/application_default_credentials.json',
  '.local/share/mise/.ENV.local',
  '.volta/tools/id_ed25519',
  'tools/bin/gh/hosts.yml',
  'tools/lib/.yarnrc.yml',
]
const KEPT = [
  '.local/lib/python3.11/secrets.py',
  '.local/lib/python3.11/site-packages/credentials.py',
  '.nvm/versions/node/bin/node',
  '.cargo/bin/cargo',
  '.local/lib/python3.11/site-packages/certifi.pem',
]

let home: string
let folder: string
beforeEach(async () => {
  const directory = await mkdtemp('/var/tmp/ikigai-toolchains-')
  home = join(directory, 'home')
  folder = join(directory, 'work')
  await mkdir(folder)
  for (const name of [...CREDENTIALS, ...KEPT]) {
    await mkdir(dirname(join(home, name)), { recursive: true })
    await writeFile(join(home, name), KEPT.includes(name) ? 'kept' : SECRET)
  }
})
afterEach(() => rm(dirname(home), { recursive: true, force: true }))

async function inside(line: string): Promise<string> {
  const places = { homeDirectory: home, ownFolders: [], openFolder: '' }
  const sandbox = linuxSandbox({ places, path: `/usr/bin:${home}/tools/bin:${home}:/` })
  const program = { command: 'bash', args: ['-c', line] }
  const made = valueOf(await sandbox.confine(program, commandConfinement(folder, 'workspace')))
  return execFileSync(made.command, [...made.args], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } })
}

describe.runIf(HAS_SANDBOX)('folders of toolchains inside the sandbox', () => {
  it(`show none of ${CREDENTIALS.length} files with credentials, and the programs`, async () => {
    const said = await inside(`grep -rls ${SECRET} '${home}'; grep -rls kept '${home}'; true`)
    expect(said.trim().split('\n').toSorted()).toEqual(KEPT.map((name) => join(home, name)).toSorted())
  })

  it('show no home directory that is itself in PATH', async () => {
    await writeFile(join(home, 'notes.txt'), SECRET)
    expect(await inside(`cat '${home}/notes.txt' 2>&1 || true`)).toContain('No such file')
    expect(toolchainFolders('/home/ann', '/home/ann:/home:/:/home/ann/bin').slice(-3)).toEqual(
      ['bin', 'lib', 'libexec'].map((name) => `/home/ann/${name}`),
    )
  })
})
