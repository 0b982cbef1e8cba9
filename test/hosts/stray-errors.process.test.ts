import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'

const MODULE = new URL('../../src/main/hosts/stray-errors.ts', import.meta.url).href

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-stray-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Variables of the program; none of their secrets may be written. */
const PLANTED = {
  PLANTED_API_KEY: 'value-PLANTEDSECRET-of-a-key',
  PLANTED_TOKEN: 'value.with/odd+PLANTEDSECRET=',
  DATABASE_URL: 'postgres://ada:pass-PLANTEDSECRET@db.example.com:5432/log',
  HTTPS_PROXY: 'http://ada:proxy-PLANTEDSECRET@proxy.example.com:3128',
}

/** Runs a program that keeps running, does something twice, and says at the end that it lives. */
async function run(stray: string, where = folder): Promise<{ readonly out: string; readonly code: number | null }> {
  const program = `
    import { keepRunning } from ${JSON.stringify(MODULE)}
    import { EventEmitter } from 'node:events'
    import { Worker } from 'node:worker_threads'
    import { connect } from 'node:net'
    import { readFile } from 'node:fs'
    keepRunning({ folder: ${JSON.stringify(where)}, say: (text) => console.log(text), onError: () => null })
    let caught = 0
    const count = () => { if (++caught === 2) setImmediate(() => { console.log('alive'); process.exit(0) }) }
    for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, count)
    const stray = () => { ${stray} }
    setTimeout(stray)
    setTimeout(stray)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...PLANTED },
  })
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { out, code: Number(code) }
}

it.each([
  ['a timer throws', `setTimeout(() => { throw new Error('lost') })`],
  ['an immediate throws', `setImmediate(() => { throw new Error('lost') })`],
  ['the next tick throws', `process.nextTick(() => { throw new Error('lost') })`],
  ['a microtask throws', `queueMicrotask(() => { throw new Error('lost') })`],
  ['a promise rejects', `void Promise.reject(new Error('lost'))`],
  ['a derived promise rejects', `void Promise.resolve().then(() => { throw new Error('lost') })`],
  ['an async function throws', `void (async () => { throw new Error('lost') })()`],
  ['a promise rejects with a text', `void Promise.reject('lost')`],
  ['an emitter has no listener for its error', `setTimeout(() => new EventEmitter().emit('error', new Error('lost')))`],
  ['a worker throws', `new Worker("throw new Error('lost')", { eval: true })`],
  ['a callback of a file throws', `readFile('/', () => { throw new Error('lost') })`],
  ['a socket fails', `connect({ path: '/no/such/lost' })`],
])('goes on, writes it down and says it once when %s', async (_what, stray) => {
  const { out, code } = await run(stray)
  expect(code).toBe(0)
  expect(out).toMatch(
    /^An internal error was caught, and ikigai goes on: .*lost.*\. Please report it with .*errors\.log\.\nalive\n$/,
  )
  const written = await readFile(join(folder, 'errors.log'), 'utf8')
  expect(written.match(/^\d{4}-\d\d-\d\dT.*lost/gm)).toHaveLength(2)
})

it.each([
  ['null', 'setTimeout(() => { throw null })'],
  ['undefined', 'void Promise.reject(undefined)'],
  ['a value that throws when it is read', 'setTimeout(() => { throw { toString() { throw new Error() } } })'],
])('goes on when what is thrown is %s', async (_what, stray) => {
  const { out, code } = await run(stray)
  expect([code, out.endsWith('alive\n')]).toEqual([0, true])
})

it('goes on when the file cannot be written', async () => {
  const { out, code } = await run(`setTimeout(() => { throw new Error('lost') })`, join(folder, 'gone'))
  expect([code, out]).toEqual([0, 'An internal error was caught, and ikigai goes on: lost.\nalive\n'])
})

it.each([
  ['a variable with a key', 'process.env.PLANTED_API_KEY'],
  ['a variable with a token', 'process.env.PLANTED_TOKEN'],
  ['the address of the database', 'process.env.DATABASE_URL'],
  ['the address of a proxy', 'process.env.HTTPS_PROXY'],
  ['the password of the database alone', "'pass-PLANTEDSECRET'"],
  ['another address with a password', "'mysql://eve:PLANTEDSECRET@db.example.com/x'"],
  ['an address with a token', "'https://example.com/x?api_key=PLANTEDSECRET&page=2'"],
  ['an address whose name is a token', "'https://PLANTEDSECRET@example.com/repository'"],
  ['a key of Anthropic', "'sk-ant-api03-PLANTEDSECRETPLANTEDSECRET'"],
  ['a key of OpenAI', '\'{"key":"sk-proj-PLANTEDSECRETPLANTEDSECRET"}\''],
  ['a key of Google', "'key AIzaPLANTEDSECRETPLANTEDSECRET.'"],
  ['many of them', "(process.env.PLANTED_TOKEN + ' ' + process.env.DATABASE_URL + ' ').repeat(50000)"],
])('does not write down or show %s', async (_what, secret) => {
  const { out } = await run(`setTimeout(() => { throw new Error('lost ' + ${secret}) })`)
  const written = await readFile(join(folder, 'errors.log'), 'utf8')
  expect(out + written).not.toContain('PLANTEDSECRET')
  expect(written.match(/lost /g)?.length).toBe(2)
  expect(written.length).toBeLessThan(250_000)
  expect((await stat(join(folder, 'errors.log'))).mode & 0o777).toBe(0o600)
})

it('begins a new file when it is large, and keeps the one before', async () => {
  await writeFile(join(folder, 'errors.log'), 'old\n'.repeat(1_250_000))
  const { out } = await run(`setTimeout(() => { throw new Error('lost') })`)
  expect(out).toContain('Please report it')
  expect((await readFile(join(folder, 'errors.log'), 'utf8')).match(/lost$/gm)).toHaveLength(2)
  expect((await stat(join(folder, 'errors.old.log'))).size).toBe(5_000_000)
})
