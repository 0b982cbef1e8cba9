import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { BackgroundCommands } from '../../../src/main/adapters/tools/background/background-commands.ts'
import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { SECRET } from '../../support/sandbox/escape-room.ts'
import { runTool } from './tool-folder.ts'
import { fileFacts } from '../../support/tool-options.ts'

/** Makes the folder `$1` one that git takes for the directory of the repository of a worktree in the folder of agent b. */
const FORGED =
  'forge() { mkdir -p "$1/worktrees/x" && echo "$B/.git" > "$1/worktrees/x/gitdir" && echo "${2:-../..}" > "$1/worktrees/x/commondir"; }\n'

/** What agent a does in its folder, and what agent b writes into `.git`, if it is not the folder of a. */
const WAYS: readonly (readonly [name: string, line: string, gitdir?: string])[] = [
  ['its folder is the repository', 'forge .'],
  ['by an absolute path', 'forge . "$A"'],
  ['with the files of a bare repository', 'git init -q --bare . && forge .'],
  ['a folder of packages', 'forge packages', '$A/packages/worktrees/x'],
  ['the folder with the secret alone', 'forge packages/one', '$A/packages/one/worktrees/x'],
  ['a folder that was made beside', 'mkdir n && mv packages n/ && forge n', '$A/n/worktrees/x'],
  ['a folder that is no text', "mkdir $'n\\xff' && mv packages $'n\\xff/'; forge ."],
  ['through a link', 'forge . && ln -s worktrees w', '$A/w/x'],
  ['through a link to the folder', 'forge . && ln -s . self', '$A/self/worktrees/x'],
  ['a repository in its folder', 'git init -q r && mv packages r/; forge r', '$A/r/worktrees/x'],
  ['relative', 'forge .', '../a/worktrees/x'],
  ['a hard link of the secret', 'forge .; ln .env plain; cp -l packages/one/.env.local plain2'],
]

let room: string
beforeEach(async () => {
  room = await mkdtemp('/var/tmp/ikigai-agents-')
  const secrets = ['.env', 'packages/one/.env.local', 'packages/.ssh/id', 'node_modules/p/.aws/credentials']
  for (const name of [...secrets.map((secret) => `home/a/${secret}`), 'home/notes', 'settings/keys']) {
    await mkdir(dirname(join(room, name)), { recursive: true })
    await writeFile(join(room, name), SECRET)
  }
  await mkdir(join(room, 'home', 'b', 'package'), { recursive: true })
})
afterEach(() => rm(room, { recursive: true, force: true }))

const LOOK =
  'cat .git; find "$A" "$B"; grep -rsa . "$A" "$B" "$A/../notes" "$A/../../settings"; grep -rsa . "$A/.env" "$A/plain"'

describe.runIf(HAS_SANDBOX)('two agents in folders of a home directory', { timeout: 60_000 }, () => {
  it.each(WAYS)('show each other no secret: %s', async (_name, line = '', gitdir = '$A/worktrees/x') => {
    const [a, b] = [join(room, 'home', 'a'), join(room, 'home', 'b')]
    const places = {
      homeDirectory: join(room, 'home'),
      ownFolders: [join(room, 'settings')],
      openFolder: join(room, 'none'),
    }
    const path = '/usr/local/bin:/usr/bin:/bin'
    const sandbox = linuxSandbox({ places, path, tmpBytes: 1024 ** 2 })
    const inside = async (folder: string, command: string): Promise<string> => {
      const tool = bashTool({
        folderOf: () => Promise.resolve({ ok: true, value: folder }),
        rootOf: (agentId) => agentId,
        environment: { PATH: path, LC_ALL: 'C' },
        maxOutputSize: 100_000,
        outputDirectory: join(room, 'none'),
        places,
        outsideLine: (text) => text,
        background: new BackgroundCommands(),
        ...fileFacts(),
        sandboxing: {
          sandbox,
          levelOf: () => Promise.resolve({ ok: true, value: 'workspace' }),
          asksForHosts: () => false,
        },
      })
      return (await runTool(tool, { command: `A='${a}'; B='${b}'; ${FORGED}${command}` })).content
    }
    const said = [
      await inside(a, line),
      await inside(b, `echo "gitdir: ${gitdir}" > .git`),
      await inside(b, LOOK),
      await inside(a, LOOK),
      // The `.git` above the folder is looked at too.
      await inside(join(b, 'package'), LOOK),
    ]
    expect(said[2]).toContain('gitdir: ')
    expect(said.join('\n')).not.toContain(SECRET)
  })
})
