import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { WebSessions } from '../../src/main/hosts/web/web-sessions.ts'
import { connectWith, type OwnedConnection } from '../../src/renderer/connection/connect.ts'
import { DEFAULT_PLAN } from '../../src/shared/race.ts'
import { socketTo } from '../support/socket-to.ts'
import { prepareWebHost } from '../support/web-host-run.ts'
import { offeredProtocols, openWebSession, type BrowserSession } from '../support/web-session.ts'

const web = prepareWebHost()

const FAST = { first: 1, longest: 20 }

/** A connection with what was stolen, or with all that the person's own window has. */
function connectionOf(session: Partial<BrowserSession>): OwnedConnection {
  return connectWith({ openChannel: socketTo(web().port(), session), onWake: () => () => {}, delays: FAST })
}

const OTHER_BROWSER = 'Mozilla/5.0 Firefox/150.0'

/** Gives another browser a session, and returns it. */
const openOther = () => new WebSessions(join(web().base, 'data')).create(OTHER_BROWSER)

const codeIn = (text: string | undefined) => /enter this code there: (\d{6})/.exec(text ?? '')?.[1] ?? ''

const ALLOW_ALL = { tool: 'bash', pattern: null, action: 'allow', scope: { type: 'everywhere' } } as const
const AGENT = '00000000-0000-4000-8000-000000000001'
const EVALUATION = {
  file: '/etc/passwd',
  models: ['gpt-5-mini'],
  repeat: 1,
  atOnce: 1,
  maxUsd: null,
  unconfined: true,
  isNew: true,
} as const

const RACE = {
  agentId: AGENT,
  isNew: true,
  models: ['gpt-5-mini'],
  attempts: 1,
  allowsEdits: true,
  plan: { ...DEFAULT_PLAN, task: 'x', test: 'touch owned', unconfined: true },
}
const START_PROGRAM = { toolServers: { evil: { command: 'sh', args: ['-c', 'touch owned'] } } }

const SIZE = { columns: 80, rows: 24 }

describe('a session that was stolen', () => {
  it.each([
    ['change what program is started', (thief: OwnedConnection) => thief.client.config.update(START_PROGRAM)],
    [
      'send a key elsewhere',
      (thief: OwnedConnection) =>
        thief.client.config.update({ providers: { anthropic: { baseUrl: 'http://evil.example' } } }),
    ],
    ['send the log elsewhere', (thief: OwnedConnection) => thief.client.config.update({ databaseUrl: 'postgres://x' })],
    ['allow what agents ask for', (thief: OwnedConnection) => allow(thief)],
    ['allow it for ever', (thief: OwnedConnection) => thief.client.approvals.addRule(ALLOW_ALL)],
    [
      'let commands write in another folder',
      (thief: OwnedConnection) => thief.client.agents.setFolder({ agentId: AGENT, folder: '/home/ann/notes' }),
    ],
    [
      'change how commands are confined',
      (thief: OwnedConnection) => thief.client.agents.setSandbox({ agentId: AGENT, level: 'workspace' }),
    ],
    [
      'change the mode of an outside agent',
      (thief: OwnedConnection) =>
        thief.client.agents.setOutsideOption({ agentId: AGENT, optionId: 'mode', value: 'bypass' }),
    ],
    ['start a program again', (thief: OwnedConnection) => thief.client.tools.restartServer({ name: 'files' })],
    ['sign in to', (thief: OwnedConnection) => thief.client.tools.signIn({ name: 'files' })],
    ['open the editor', (thief: OwnedConnection) => thief.client.folder.open({ agentId: AGENT, path: 'a' })],
    [
      'add a hook',
      (thief: OwnedConnection) =>
        thief.client.config.update({ hooks: { turn_end: [{ command: ['touch', 'owned'] }] } }),
    ],
    ['remove the hooks', (thief: OwnedConnection) => thief.client.config.update({ hooks: null })],
    ['choose the editor', (thief: OwnedConnection) => thief.client.config.update({ editor: 'sh' })],
    ['start a shell', (thief: OwnedConnection) => thief.client.terminals.open({ agentId: AGENT, size: SIZE })],
    [
      'type into a shell',
      (thief: OwnedConnection) => thief.client.terminals.write({ agentId: AGENT, text: 'touch owned\r' }),
    ],
    ['end a shell', (thief: OwnedConnection) => thief.client.terminals.close({ agentId: AGENT })],
    ['read a shell', (thief: OwnedConnection) => thief.client.terminals.subscribe({ agentId: AGENT })],
    ['remove content from the log', (thief: OwnedConnection) => thief.client.redaction.run({ agentId: AGENT })],
    ['start a race', (thief: OwnedConnection) => thief.client.races.start(RACE)],
    ['start an evaluation', (thief: OwnedConnection) => thief.client.evaluations.start(EVALUATION)],
    ['resume an evaluation', (thief: OwnedConnection) => thief.client.evaluations.resume({ evaluationId: AGENT })],
    ['resume a race', (thief: OwnedConnection) => thief.client.races.resume({ raceId: AGENT })],
    [
      'restart a command',
      (thief: OwnedConnection) => thief.client.agents.restartBackground({ agentId: AGENT, id: 'b1' }),
    ],
  ])('cannot %s without the code of the terminal', async (_what, attempt) => {
    const { session } = await openWebSession(web().server.url)
    const thief = connectionOf({ session })
    const guesses = ['000000', '1', '']
    thief.confirmWith(() => Promise.resolve(guesses.pop() ?? null))

    expect(await attempt(thief)).toMatchObject({
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

describe('the person', () => {
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

function allow({ client }: OwnedConnection): Promise<unknown> {
  return client.approvals.answer({ approvalId: 'a', answer: { type: 'allow_once' } })
}
