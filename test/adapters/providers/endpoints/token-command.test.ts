import type { ServerResponse } from 'node:http'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { readToken } from '../../../../src/main/adapters/providers/endpoints/read-token.ts'
import { TokenCommands } from '../../../../src/main/adapters/providers/endpoints/token-command.ts'
import { endpointAt } from '../../../support/endpoint-at.ts'
import { playAnswers } from '../../../support/play-recording.ts'
import { eventsOf, helloRequest } from '../../../support/provider-outcome.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-token-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** A program that prints `TOKEN-n` with that life, and counts its runs. */
async function counting(script: string): Promise<readonly string[]> {
  const file = join(directory, 'print-token.mjs')
  const count = JSON.stringify(join(directory, 'runs'))
  const head = `import { appendFileSync, readFileSync } from 'node:fs'\nappendFileSync(${count}, 'x')\nconst n = readFileSync(${count}, 'utf8').length\n`
  await writeFile(file, head + script)
  return [process.execPath, file]
}
const runs = async () => (await readFile(join(directory, 'runs'), 'utf8').catch(() => '')).length

function commands(now = () => 0, timeLimitMs = 30_000): TokenCommands {
  return new TokenCommands({ environment: process.env, now, timeLimitMs })
}

it('runs the program once for many who wait, keeps the token, and renews it before its end', async () => {
  const command = await counting('console.log(JSON.stringify({ access_token: `secret-token-${n}`, expires_in: 3600 }))')
  let time = 1_000
  const tokens = commands(() => time)
  const program = { label: 'Cloud', command }
  const found = await Promise.all(Array.from({ length: 20 }, () => tokens.token(program)))
  expect(found.map((each) => each.ok && each.value)).toEqual(found.map(() => 'secret-token-1'))
  time += 3_470_000
  expect(await tokens.token(program)).toMatchObject({ value: 'secret-token-1' })
  time += 20_000
  expect(await tokens.token(program)).toMatchObject({ value: 'secret-token-2' })
  expect(await tokens.token(program, 'secret-token-2')).toMatchObject({ value: 'secret-token-3' })
  expect(await runs()).toBe(3)
})

it.each([
  ['process.stderr.write("secret-token-9"); process.exit(3)', 'ended with code 3'],
  ['setInterval(() => {}, 1000)', 'did not end within'],
  ['console.log("two words")', 'printed something that is no token'],
  ['console.log("")', 'printed nothing'],
  ['process.stdout.write(`{"token":"secret-token-9`)', 'cut off or broken'],
  ['process.stdout.write("[secret-token-9]")', 'cut off or broken'],
  ['process.stdout.write(`"secret-token-9`)', 'cut off or broken'],
  ['console.log("{ \\"a\\": 1 }")', 'printed JSON without token'],
  ['console.log("x".repeat(200_000))', 'printed more than a token'],
  ['console.log(JSON.stringify({ token: "t".repeat(9), expires_at: 1 }))', 'has ended already'],
])('says what is wrong: %s', async (script, words) => {
  const command = await counting(script)
  const limit = script.startsWith('setInterval') ? 1_500 : 30_000
  const made = await commands(() => Date.now(), limit).token({ label: 'Cloud', command })
  expect(made).toMatchObject({ ok: false, error: { category: 'AUTH', message: expect.stringContaining(words) } })
  expect(JSON.stringify(made)).not.toContain('secret-token-9')
})

it('takes a token that only looks like a web token, and repeats no part of it', async () => {
  const token = `eyJhbGciOiJub25lIn0.${Buffer.from('secret-token-9').toString('base64url')}.x`
  const command = await counting(`console.log(${JSON.stringify(token)})`)
  expect(await commands().token({ label: 'Cloud', command })).toMatchObject({ ok: true, value: token })
})

it('says that a program is not there', async () => {
  const made = await commands().token({ label: 'Cloud', command: [join(directory, 'no-such-program')] })
  expect(made).toMatchObject({ ok: false, error: { message: expect.stringContaining('could not be started') } })
})

const TIME = Date.parse('2026-11-30T06:00:00Z')

describe('a printed token', () => {
  it.each([
    ['plain-token', 'plain-token', 300_000],
    ['"quoted-token"', 'quoted-token', 300_000],
    ['{"token":"t-1","expires_in":"60"}', 't-1', 60_000],
    ['{"accessToken":"t-2","expiresOn":"2026-11-30T07:00:00Z"}', 't-2', 3_600_000],
    ['{"accessToken":"t-3","expires_on":1796022000}', 't-3', 1_796_022_000_000 - TIME],
    [`x.${''}`, 'x.', 300_000],
  ])('%s', (printed, token, life) => {
    expect(readToken(printed, TIME)).toEqual({ token, expiresAt: TIME + life })
  })

  it('that is a web token says its end itself', () => {
    const payload = Buffer.from(JSON.stringify({ exp: TIME / 1000 + 90 })).toString('base64url')
    expect(readToken(`eyJhbGciOiJub25lIn0.${payload}.sig`, TIME)).toMatchObject({ expiresAt: TIME + 90_000 })
  })
})

it('sends a renewed token once when the server refuses the first, and never says either', async () => {
  const command = await counting('console.log(`secret-token-${n}`)')
  const refuse = (message: string) => (response: ServerResponse) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
  }
  const playback = await playAnswers(refuse('token expired'), refuse('bad secret-token-2'))
  const provider = await endpointAt(
    { name: 'cloud', kind: 'openai-chat', base_url: playback.url, token_command: [...command] },
    { tokens: commands(() => Date.now()) },
  )
  const events = await eventsOf(provider, helloRequest('openai', { model: 'cloud/m' }))
  expect(playback.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer secret-token-1',
    'Bearer secret-token-2',
  ])
  expect(events).toMatchObject([{ type: 'error', error: { category: 'AUTH' } }])
  expect(JSON.stringify(events)).not.toContain('secret-token')
  await playback.stop()
})
