import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

import { z } from 'zod'

/** Stand-ins for `gh` and `glab`: they record their arguments and answer as the real ones do. */
export interface CodeHostStubs {
  /** `PATH` with the two in front. */
  readonly path: string
  /** The calls so far: the program, its arguments, and what it read and knew. */
  calls(): Promise<readonly StubCall[]>
  /** What the checks of a request are: JSON of `gh pr checks`, or of `glab ci get`. */
  setChecks(json: string): Promise<void>
  setLog(text: string): Promise<void>
  /** From now on they fail, and say this. */
  fail(text: string): Promise<void>
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
if (existsSync(join(folder, 'failure'))) {
  process.stderr.write(readFileSync(join(folder, 'failure'), 'utf8'))
  process.exit(1)
}
const what = args.slice(0, 2).join(' ')
if (what === 'auth status') process.exit(program === 'gh' ? 0 : 1)
if (what === 'pr list') print(JSON.stringify(title === null ? [] : [{ number: 7, url: 'https://host.example/pr/7', title }]))
else if (what === 'mr list') print(JSON.stringify(title === null ? [] : [{ iid: 8, web_url: 'https://host.example/mr/8', title }]))
else if (what === 'pr create' || what === 'mr create') writeFileSync(file('request'), value('title'))
else if (what === 'pr checks' || what === 'ci get') {
  print(readFileSync(join(folder, 'checks'), 'utf8'))
  if (program === 'gh') process.exit(1)
} else if (what === 'run view' || what === 'ci trace') print(readFileSync(join(folder, 'log'), 'utf8'))
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
    fail: (text) => writeFile(join(folder, 'failure'), text),
    setLog: (text) => writeFile(join(folder, 'log'), text),
  }
}
