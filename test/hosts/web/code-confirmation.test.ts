import { beforeEach, describe, expect, it } from 'vitest'

import { SETTING_NAMES, SETTINGS } from '../../../src/shared/config.ts'
import { configOperation } from '../../../src/shared/contract/protected-operations.ts'
import type { Confirmation } from '../../../src/main/hosts/confirmation.ts'
import { createConfirmedWindows } from '../../../src/main/hosts/web/code-confirmation.ts'
import type { ShownCode } from '../../../src/shared/confirmation.ts'

const PROGRAM = { description: 'start the program x', isAlone: true }
const ANSWER = { description: 'allow what agents ask for', isAlone: false }

let now: number
let told: string[]
beforeEach(() => {
  now = 1_000_000
  told = []
  kept = []
})

let kept: ShownCode[]
const keep = async (code: ShownCode) => {
  kept.push(code)
  return async () => void (kept = kept.filter((each) => each !== code))
}
const windows = () => createConfirmedWindows({ tell: (text) => void told.push(text), keep, now: () => now })
const lastCode = () => /there: (\d{6})/.exec(told.at(-1) ?? '')?.[1] ?? ''

describe('a code', () => {
  it('is for one operation, once', async () => {
    const own = windows().forConnection('s', null)
    const before = await own.check(PROGRAM)
    own.give(lastCode())

    expect([before, await own.check(PROGRAM), await own.check(PROGRAM)]).toEqual(['needed', 'granted', 'needed'])
  })

  it('for one operation confirms no other', async () => {
    const own = windows().forConnection('s', null)
    await own.check(PROGRAM)
    own.give(lastCode())

    expect(await own.check({ ...PROGRAM, description: 'start the program y' })).toBe('needed')
  })

  it('is of the connection that was asked, whoever else learns it', async () => {
    const host = windows()
    await host.forConnection('s', null).check(PROGRAM)

    expect(host.forConnection('s', null).give(lastCode()).ok).toBe(false)
  })

  it('ends after five minutes, and after five wrong ones', async () => {
    const own = windows().forConnection('s', null)
    await own.check(PROGRAM)
    now += 5 * 60_000
    const late = own.give(lastCode())
    await own.check(PROGRAM)
    for (let wrong = 0; wrong < 5; wrong += 1) own.give('x')

    expect([late.ok, own.give(lastCode()).ok]).toEqual([false, false])
  })

  it('is not shown again while it is good, and ten times at most in five minutes', async () => {
    const own = windows().forConnection('s', null)
    await own.check(PROGRAM)
    await own.check(PROGRAM)
    const once = told.length
    for (let each = 0; each < 20; each += 1) await own.check({ ...PROGRAM, description: `start ${each}` })

    expect([once, told.length, await own.check(PROGRAM)]).toEqual([1, 10, 'refused'])
  })
})

describe('a window that came with a token', () => {
  it('answers agents without a code, and changes programs only with one', async () => {
    const host = windows()
    const own = host.forConnection('s', host.confirm('s'))

    expect([await own.check(ANSWER), await own.check(PROGRAM)]).toEqual(['granted', 'needed'])
  })

  it('is confirmed for its own session only', async () => {
    const host = windows()
    const key = host.confirm('s')

    expect([
      await host.forConnection('other', key).check(ANSWER),
      await host.forConnection('s', 'guess').check(ANSWER),
      await windows().forConnection('s', key).check(ANSWER),
    ]).toEqual(['needed', 'needed', 'needed'])
  })
})

describe('what of config.json is confirmed', () => {
  it.each([
    [{ toolServers: { a: { command: 'sh', args: ['-c', 'x'], env: { LD_PRELOAD: 'y' } } } }, 'sh -c x with LD_PRELOAD'],
    [{ toolServers: { a: { url: 'https://ann:secret@evil.example/mcp?key=1' } } }, 'https://evil.example/mcp'],
    [{ providers: { openai: { baseUrl: 'http://evil.example' } } }, 'send the requests to openai, with its key'],
    [{ proxy: 'http://ann:secret@evil.example' }, 'set proxy to http://evil.example/'],
    [{ databaseUrl: 'postgres://ann:secret@evil.example/x' }, 'set databaseUrl to postgres://evil.example/x'],
    [{ workspace: '/' }, 'set workspace'],
    [
      { profiles: { a: { rules: [{ tool: 'bash', action: 'allow' as const }], sandbox: 'off' as const } } },
      'save the profile a that allows bash without a sandbox',
    ],
    [
      { hooks: { before_tool: [{ command: ['sh', '-c', 'x'] }], turn_end: [{ command: ['y'] }] } },
      'replace all hooks; start sh -c x before tool calls, y after turns',
    ],
    [{ hooks: null }, 'remove all hooks'],
    [{ maxCostPerDay: null }, 'remove the limit on what agents cost'],
    [{ sandbox: null }, 'at the default level'],
    [{ toolServers: { a: { command: 'npx', disabled: false } } }, 'start the program npx as the tool server a'],
    [{ hooks: {} }, 'remove all hooks'],
    [{ sandbox: 'off' as const }, 'confine the commands of agents at the level off'],
    [{ maxRequestsSent: null }, 'set maxRequestsSent to its default'],
    [{ sandboxDomains: null }, 'set sandboxDomains to its default'],
    [
      { outsideAgents: { a: { command: 'sh', args: ['-c', 'x'], env: { LD_PRELOAD: 'y' } } } },
      'start the program sh -c x with LD_PRELOAD as the outside agent a',
    ],
  ])('%j', (change, description) => {
    const operation = configOperation(change)

    expect(operation?.description).toContain(description)
    expect(operation?.description).not.toContain('secret')
  })

  it.each([
    { defaultProvider: 'openai' as const, maxToolTurns: 3 },
    { providers: { openai: { defaultModel: 'gpt-5' } } },
    { toolServers: { a: { command: 'npx', disabled: true } } },
    { toolServers: { a: null }, profiles: { a: null }, proxy: null, providers: { openai: { baseUrl: null } } },
    {},
  ])('not %j', (change) => {
    expect(configOperation(change)).toBeNull()
  })

  it('a reset too, where the default is not what gives least', () => {
    const free = SETTING_NAMES.filter((name) => configOperation({ [name]: null }) === null)
    expect(free.filter((name) => SETTINGS[name].isHarmless !== true)).toEqual([
      'listenAddress',
      'listenPort',
      'databaseUrl',
      'workspace',
      'proxy',
      'modelCatalogUrl',
      'renewModelsAtStart',
      'toolEnvironment',
      'editor',
      'outsideAgents',
    ])
  })
})

describe('a code where the terminal is not seen', () => {
  it('is kept with what it confirms as long as it is good, and no longer', async () => {
    const own = windows().forConnection('s', null)
    await own.check(PROGRAM)
    expect(kept).toEqual([{ code: lastCode(), description: 'start the program x', until: now + 5 * 60_000 }])
    own.give(lastCode())
    await expect.poll(() => kept).toEqual([])

    await own.check({ ...PROGRAM, description: 'start y' })
    await own.check({ ...PROGRAM, description: 'start z' })
    await expect.poll(() => kept.map(({ description }) => description)).toEqual(['start z'])
    for (let wrong = 0; wrong < 5; wrong += 1) own.give('x')
    await expect.poll(() => kept).toEqual([])
  })

  it('is shown in the terminal all the same where it cannot be kept', async () => {
    const broken = async () => Promise.reject(new Error('No room on the disk'))
    const host = createConfirmedWindows({ tell: (text) => void told.push(text), keep: broken, now: () => now })
    const own = host.forConnection('s', null)
    expect([await own.check(PROGRAM), own.give(lastCode()).ok]).toEqual(['needed', true])
  })

  it('is of no use to a stolen session: it opens nothing but the window that asked, for what it was shown for', async () => {
    const host = windows()
    const stolen = host.forConnection('s', null)
    await stolen.check(PROGRAM)
    // The user reads the code, and enters it in a window of theirs, which did not ask.
    const code = kept[0]?.code ?? ''
    const own = host.forConnection('s', null)
    expect(own.give(code).ok).toBe(false)
    // Asking for the same in two windows shows two codes, each for its own.
    await own.check(PROGRAM)
    const [first, second] = kept.map((each) => each.code)
    expect([own.give(first ?? '').ok, stolen.give(second ?? '').ok]).toEqual([false, false])
    expect(own.give(second ?? '').ok).toBe(true)
    expect([await stolen.check(PROGRAM), await stolen.check(ANSWER)]).toEqual(['needed', 'needed'])
  })
})

describe('a code in a window that is confirmed', () => {
  /** What a connection shows now. */
  async function shownIn(connection: Confirmation): Promise<readonly string[]> {
    for await (const lists of connection.codes(undefined)) return (lists.at(-1) ?? []).map(({ code }) => code)
    return []
  }

  it('is shown for what that window may do without one, while another window waits for it', async () => {
    const host = windows()
    const own = host.forConnection('s', host.confirm('s'))
    const other = host.forConnection('s', null)
    await other.check(ANSWER)
    expect([await shownIn(own), await shownIn(other)]).toEqual([[lastCode()], []])
    expect(other.give(lastCode()).ok).toBe(true)
    expect([await shownIn(own), await other.check(ANSWER)]).toEqual([[], 'granted'])
  })

  it('is not shown to a stolen session, nor for what each window confirms by itself', async () => {
    const host = windows()
    const own = host.forConnection('s', host.confirm('s'))
    const stolen = host.forConnection('s', null)
    const second = host.forConnection('s', 'a guess')
    await stolen.check(ANSWER)
    expect([await shownIn(stolen), await shownIn(second)]).toEqual([[], []])
    await stolen.check(PROGRAM)
    expect(await shownIn(own)).toEqual([])
  })

  it('gives an attacker who was confirmed once nothing more: no code of a program reaches any window', async () => {
    const host = windows()
    const first = host.forConnection('s', null)
    await first.check(ANSWER)
    // The user was made to enter a code.
    expect(first.give(lastCode()).ok).toBe(true)
    const second = host.forConnection('s', null)
    await second.check(PROGRAM)
    expect(await shownIn(first)).toEqual([])
    expect([await second.check(PROGRAM), await first.check(PROGRAM)]).toEqual(['needed', 'needed'])
  })

  it('goes when it ends, and comes to a window that is confirmed later', async () => {
    const host = windows()
    const own = host.forConnection('s', null)
    const other = host.forConnection('s', null)
    await other.check(ANSWER)
    expect(await shownIn(own)).toEqual([])
    const code = lastCode()
    await own.check(ANSWER)
    expect(own.give(lastCode()).ok).toBe(true)
    expect(await shownIn(own)).toEqual([code])
    now += 5 * 60_000
    expect(await shownIn(own)).toEqual([])
  })
})
