import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { WebSessions } from '../../src/main/hosts/web/web-sessions.ts'
import { connectWith, type OwnedConnection } from '../../src/renderer/connection/connect.ts'
import { protectionOf } from '../../src/shared/contract/protections.ts'
import { operationNames } from '../support/operation-names.ts'
import { PROTECTED_INPUTS } from '../support/protected-inputs.ts'
import { socketTo } from '../support/socket-to.ts'
import { prepareWebHost } from '../support/web-host-run.ts'
import { offeredProtocols, openWebSession, type BrowserSession } from '../support/web-session.ts'

const web = prepareWebHost()

const FAST = { first: 1, longest: 20 }

/** A connection with what was stolen, or with all that the user's own window has. */
function connectionOf(session: Partial<BrowserSession>): OwnedConnection {
  return connectWith({ openChannel: socketTo(web().port(), session), onWake: () => () => {}, delays: FAST })
}

const OTHER_BROWSER = 'Mozilla/5.0 Firefox/150.0'

/** Gives another browser a session, and returns it. */
const openOther = () => new WebSessions(join(web().base, 'data')).create(OTHER_BROWSER)

const codeIn = (text: string | undefined) => /enter this code there: (\d{6})/.exec(text ?? '')?.[1] ?? ''

const AGENT = '00000000-0000-4000-8000-000000000001'
const START_PROGRAM = { toolServers: { evil: { command: 'sh', args: ['-c', 'touch owned'] } } }

const SIZE = { columns: 80, rows: 24 }

describe('a session that was stolen', () => {
  it('is tried at every operation that is confirmed', () => {
    const tried = new Set(PROTECTED_INPUTS.map(([, operation]) => operation))
    const isConfirmed = (name: string) => ![null, 'itself'].includes(kindOfConfirmation(name))
    expect(operationNames().filter((name) => isConfirmed(name) && !tried.has(name))).toEqual([])
  })

  it.each(PROTECTED_INPUTS)('cannot %s without the code of the terminal', async (_what, operation, input) => {
    const { session } = await openWebSession(web().server.url)
    const thief = connectionOf({ session })
    const guesses = ['000000', '1', '']
    thief.confirmWith(() => Promise.resolve(guesses.pop() ?? null))

    expect(await attempt(thief, operation, input)).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/not confirmed/) },
    })
    expect(web().engine.calls).toEqual([])
    expect(web().told).toHaveLength(1)
    thief.close()
  })

  it.each([
    ['one other session', (ids: readonly string[]) => ids.at(-1) ?? null],
    ['all other sessions', () => null],
  ])('cannot end %s without the code of the terminal', async (_what, choose) => {
    const stolen = await openWebSession(web().server.url)
    await openOther()
    const thief = connectionOf(stolen)
    const guesses = ['000000', '1', '']
    thief.confirmWith(() => Promise.resolve(guesses.pop() ?? null))
    const before = await thief.client.sessions.list()
    const others = before?.filter(({ isThis }) => !isThis).map(({ id }) => id) ?? []

    expect(await thief.client.sessions.end({ id: choose(others) })).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/not confirmed/) },
    })
    expect(others).toHaveLength(1)
    expect(await thief.client.sessions.list()).toHaveLength(2)
    expect(web().told).toHaveLength(1)
    expect(web().told[0]).not.toContain(OTHER_BROWSER)
    thief.close()
  })

  it('can end itself, and nothing that is not there', async () => {
    const thief = connectionOf(await openWebSession(web().server.url))
    const own = (await thief.client.sessions.list())?.map(({ id }) => id) ?? []
    expect(await thief.client.sessions.end({ id: '../web-session-secret' })).toMatchObject({ ok: false })
    expect(await thief.client.sessions.end({ id: null })).toEqual({ ok: true, value: 0 })
    expect(await thief.client.sessions.end({ id: own[0] ?? '' })).toEqual({ ok: true, value: 1 })
    expect([own.length, web().told]).toEqual([1, []])
    thief.close()
  })

  it('cannot write the engine’s own settings', async () => {
    const { session } = await openWebSession(web().server.url)
    const thief = connectionOf({ session })
    const write = (key: string): Promise<unknown> =>
      Promise.resolve(Reflect.apply(thief.client.settings.set, null, [{ key, value: [] }]))

    for (const key of ['approval_rules', 'budgets', 'agent_folders', 'agent_folder:x', 'agent_sandboxes'])
      await expect(write(key)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    thief.close()
  })

  it('fills the terminal with no more than ten codes', async () => {
    const { session } = await openWebSession(web().server.url)
    const thief = connectionOf({ session })
    thief.confirmWith(() => Promise.resolve(null))
    for (let each = 0; each < 15; each += 1) await thief.client.config.update({ proxy: `http://p${each}` })

    expect(web().told).toHaveLength(10)
    thief.close()
  })
})

describe('the user', () => {
  it('confirms each program with a code of its own', async () => {
    const own = connectionOf(await openWebSession(web().server.url))
    own.confirmWith(() => Promise.resolve(codeIn(web().told.at(-1))))
    await own.client.config.update(START_PROGRAM)
    await own.client.config.update({ toolServers: { other: { command: 'ls' } } })

    expect(web().engine.calls.map(([name]) => name)).toEqual(['config.update', 'config.update'])
    expect(web().told[0]).toContain('start the program sh -c touch owned as the tool server evil')
    expect(web().told).toHaveLength(2)
    own.close()
  })

  it('confirms each shell with a code of its own, and then types without one', async () => {
    const own = connectionOf(await openWebSession(web().server.url))
    own.confirmWith(() => Promise.resolve(codeIn(web().told.at(-1))))
    await own.client.terminals.open({ agentId: AGENT, size: SIZE })
    await own.client.terminals.write({ agentId: AGENT, text: 'ls\r' })
    await own.client.terminals.open({ agentId: AGENT, size: SIZE })

    expect(web().engine.calls.map(([name]) => name)).toEqual(['terminals.open', 'terminals.write', 'terminals.open'])
    expect(web().told).toHaveLength(2)
    expect(web().told[0]).toContain('start a shell in the folder of an agent')
    own.close()
  })

  it('ends the other sessions with a code for each request, which closes their windows', async () => {
    const own = connectionOf(await openWebSession(web().server.url))
    const others = [await openOther(), await openOther()]
    own.confirmWith(() => Promise.resolve(codeIn(web().told.at(-1))))
    const [first] = (await own.client.sessions.list())?.filter(({ isThis }) => !isThis) ?? []

    expect(await own.client.sessions.end({ id: first?.id ?? '' })).toEqual({ ok: true, value: 1 })
    expect(await own.client.sessions.end({ id: null })).toEqual({ ok: true, value: 1 })
    expect(web().told).toEqual([
      expect.stringContaining(`wants to end the browser session ${first?.id}.`),
      expect.stringContaining('wants to end all other browser sessions.'),
    ])
    expect(await own.client.sessions.list()).toMatchObject([{ isThis: true }])
    for (const session of others) {
      expect(await web().upgrade({ origin: web().origin() }, offeredProtocols({ session }))).toBe(401)
    }
    own.close()
  })

  it('answers agents without a code in the window that came with the token, also after its socket broke', async () => {
    const session = await openWebSession(web().server.url)
    for (let connections = 0; connections < 2; connections += 1) {
      const own = connectionOf(session)
      await allow(own)
      own.close()
    }

    expect(web().engine.calls.map(([name]) => name)).toEqual(['approvals.answer', 'approvals.answer'])
    expect(web().told).toEqual([])
  })

  it('types one code in another tab, and none for what starts nothing', async () => {
    const { session } = await openWebSession(web().server.url)
    const tab = connectionOf({ session })
    const asked: string[] = []
    tab.confirmWith(({ description }) => {
      asked.push(description)
      return Promise.resolve(codeIn(web().told.at(-1)))
    })
    await tab.client.config.update({ maxToolTurns: 3 })
    await allow(tab)
    await allow(tab)

    expect(asked).toEqual(['allow what agents ask for'])
    expect(web().engine.calls).toHaveLength(3)
    tab.close()
  })
})

/** What protects an operation: nothing, itself, or something to confirm. */
function kindOfConfirmation(name: string): string | null {
  const confirmed = protectionOf(name)?.confirmed ?? null
  return confirmed === null || confirmed === 'itself' ? confirmed : 'confirmed'
}

function attempt({ client }: OwnedConnection, operation: string, input: unknown): Promise<unknown> {
  const [group = '', name = ''] = operation.split('.')
  const call: unknown = Reflect.get(Reflect.get(client, group), name)
  if (typeof call !== 'function') throw new Error(`No operation ${operation}`)
  return Promise.resolve(Reflect.apply(call, null, [input]))
}

function allow({ client }: OwnedConnection): Promise<unknown> {
  return client.approvals.answer({ approvalId: 'a', answer: { type: 'allow_once' } })
}
