import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

import { z } from 'zod'

/**
 * Stand-ins for `gh` and `glab`: they record their arguments, refuse options and fields that the real ones do not have, and answer as
 * those do. A fork has a request for a branch of the same name.
 */
export interface CodeHostStubs {
  /** `PATH` with the two in front. */
  readonly path: string
  /** The calls so far: the program, its arguments, and what it read and knew. */
  calls(): Promise<readonly StubCall[]>
  /** What the checks of a request are: JSON of `gh pr checks`, or of `glab ci get`. */
  setChecks(json: string): Promise<void>
  setLog(text: string): Promise<void>
  /** From now on the repository is a fork of this one: `OWNER/NAME`. */
  setParent(repository: string): Promise<void>
  /** From now on they say this on stderr and end with `code` (missing: 1); `only`: such as `pr checks`. */
  fail(text: string, how?: { readonly code?: number; readonly only?: string }): Promise<void>
}

const callSchema = z.object({
  program: z.string(),
  args: z.array(z.string()).readonly(),
  input: z.string(),
  /** Names of variables that look like secrets. */
  tokens: z.array(z.string()).readonly(),
  directory: z.string(),
})
type StubCall = Readonly<z.infer<typeof callSchema>>

/** Written for the Node that runs the tests. A request exists once it was created. */
const SCRIPT = String.raw`
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const [folder, program, ...args] = process.argv.slice(2)
const file = (name) => join(folder, program + '-' + name)
const input = args.includes('--body-file=-') ? readFileSync(0, 'utf8') : ''
const tokens = Object.keys(process.env).filter((name) => /TOKEN|KEY|SECRET/.test(name)).sort()
appendFileSync(join(folder, 'calls'), JSON.stringify({ program, args, input, tokens, directory: process.cwd() }) + '\n')
const value = (name) => (args.find((arg) => arg.startsWith('--' + name + '=')) ?? '').slice(name.length + 3)
const title = existsSync(file('request')) ? readFileSync(file('request'), 'utf8') : null
const print = (text) => process.stdout.write(text + '\n')
const what = args.slice(0, 2).join(' ')
if (existsSync(join(folder, 'failure'))) {
  const { text, code, only } = JSON.parse(readFileSync(join(folder, 'failure'), 'utf8'))
  if (only === undefined || only === what) {
    process.stderr.write(text)
    process.exit(code)
  }
}
const say = (text, code) => {
  process.stderr.write(text + '\n')
  process.exit(code)
}
const OPTIONS = {
  'auth status': 'hostname',
  'pr list': 'repo head base state limit json',
  'pr create': 'repo head base title body body-file draft',
  'pr checks': 'repo json required',
  'run view': 'repo job log log-failed',
  'mr list': 'repo source-branch target-branch per-page output',
  'mr create': 'repo source-branch target-branch title description yes draft',
  'ci get': 'repo branch output',
  'ci trace': 'repo branch',
  'repo view': program === 'gh' ? 'json' : 'output',
}
const FIELDS = {
  'pr list': 'number url title isCrossRepository headRefName state',
  'repo view': 'isFork name owner parent',
  'pr checks': 'bucket completedAt description event link name startedAt state workflow',
}
if (OPTIONS[what] === undefined) say('unknown command "' + what + '" for "' + program + '"', 1)
for (const arg of args.filter((each) => each.startsWith('-'))) {
  const name = arg.replace(/^--/, '').replace(/=[^]*/, '')
  if (!OPTIONS[what].split(' ').includes(name)) say('unknown flag: --' + name, 1)
}
for (const field of value('json').split(',').filter((each) => each !== ''))
  if (!FIELDS[what].split(' ').includes(field)) say('Unknown JSON field: "' + field + '"', 1)
if (program === 'gh' && what !== 'auth status' && what !== 'repo view' && !/^[^/]+\/[^/]+\/[^/]+$/.test(value('repo')))
  say('expected the "[HOST/]OWNER/REPO" format, got "' + value('repo') + '"', 1)
if (what === 'auth status') process.exit(program === 'gh' ? 0 : 1)
if (what === 'pr list') {
  const forked = { number: 3, url: 'https://host.example/pr/3', title: 'Of a fork', isCrossRepository: true }
  const own = title === null ? [] : [{ number: 7, url: 'https://host.example/pr/7', title, isCrossRepository: false }]
  print(JSON.stringify([forked, ...own].slice(0, Number(value('limit') || 30))))
}
else if (what === 'repo view') {
  const fork = existsSync(join(folder, 'fork')) ? readFileSync(join(folder, 'fork'), 'utf8') : null
  const [login, name] = fork === null ? [] : fork.split('/')
  if (program === 'gh') print(JSON.stringify({ isFork: fork !== null, parent: fork === null ? null : { id: 'R_1', name, owner: { id: 'O_1', login } } }))
  else print(JSON.stringify({ id: 1, ...(fork !== null && { forked_from_project: { id: 2, path_with_namespace: fork } }) }))
}
else if (what === 'mr list') {
  const ids = { source_project_id: 1, target_project_id: 1 }
  const forked = { ...ids, iid: 4, web_url: 'https://host.example/mr/4', title: 'Of a fork', source_project_id: 2 }
  const own = title === null ? [] : [{ ...ids, iid: 8, web_url: 'https://host.example/mr/8', title }]
  print(JSON.stringify([forked, ...own].slice(0, Number(value('per-page') || 30))))
}
else if (what === 'pr create' || what === 'mr create') {
  const [head, base] = what === 'pr create' ? [value('head'), value('base')] : [value('source-branch'), value('target-branch')]
  const already = 'a pull request for branch "' + head + '" into branch "' + base + '" already exists:\nhttps://host.example/pr/7'
  if (title !== null) say(already, 1)
  writeFileSync(file('request'), value('title'))
  print('https://host.example/pr/7')
} else if (what === 'pr checks') {
  const checks = existsSync(join(folder, 'checks')) ? JSON.parse(readFileSync(join(folder, 'checks'), 'utf8')) : []
  if (checks.length === 0) say("no checks reported on the 'ikigai/fix-1' branch", 1)
  print(JSON.stringify(checks))
  const has = (bucket) => checks.some((each) => each.bucket === bucket)
  process.exit(has('fail') ? 1 : has('pending') ? 8 : 0)
} else if (what === 'ci get') print(readFileSync(join(folder, 'checks'), 'utf8'))
else if (what === 'run view' || what === 'ci trace') print(readFileSync(join(folder, 'log'), 'utf8'))
`

export async function codeHostStubs(folder: string): Promise<CodeHostStubs> {
  const programs = join(folder, 'programs')
  await mkdir(programs, { recursive: true })
  await writeFile(join(folder, 'stub.cjs'), SCRIPT)
  await writeFile(join(folder, 'calls'), '')
  for (const name of ['gh', 'glab']) {
    const line = `#!/bin/sh\nexec "${process.execPath}" "${join(folder, 'stub.cjs')}" "${folder}" ${name} "$@"\n`
    await writeFile(join(programs, name), line)
    await chmod(join(programs, name), 0o755)
  }
  return {
    path: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
    calls: async () => {
      const lines = (await readFile(join(folder, 'calls'), 'utf8')).split('\n').filter((line) => line !== '')
      return lines.map((line) => callSchema.parse(JSON.parse(line)))
    },
    setChecks: (json) => writeFile(join(folder, 'checks'), json),
    fail: (text, { code = 1, only } = {}) => writeFile(join(folder, 'failure'), JSON.stringify({ text, code, only })),
    setParent: (repository) => writeFile(join(folder, 'fork'), repository),
    setLog: (text) => writeFile(join(folder, 'log'), text),
  }
}
