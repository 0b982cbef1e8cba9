import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import type { ImportedAgent } from '../../../src/main/core/ports/transfer-ports.ts'
import { planImport } from '../../../src/main/core/transfer/plan-import.ts'
import { readRows } from '../../../src/main/core/transfer/read-rows.ts'
import type { AgentProfile } from '../../../src/shared/agent-profile.ts'
import { BUILT_IN_PROFILES, UNREADABLE_PROFILE } from '../../../src/shared/profile.ts'
import { SANDBOX_LEVELS, type SandboxLevel } from '../../../src/shared/sandbox.ts'
import { valueOf } from '../../support/drive-agent.ts'

const READ_ONLY: AgentProfile = { ...UNREADABLE_PROFILE, name: 'read-only' }
const HEADER = { type: 'ikigai', version: 1 }

interface Machine {
  readonly sandbox?: SandboxLevel
  readonly verified?: boolean
}

async function planned(lines: readonly object[], { sandbox = 'workspace', verified = false }: Machine = {}) {
  const rows = valueOf(await readRows(lines.map((line) => JSON.stringify(line))))
  let next = 0
  const reserved = {
    events: rows.events.map((_, index) => 100 + index),
    mail: rows.mail.map((_, index) => 100 + index),
    uuid: () => `new-${(next += 1)}`,
  }
  return valueOf(planImport(rows, reserved, { sandbox, verified }))
}

const agentWith = async (profile: unknown, machine: Machine = {}) => {
  const plan = await planned([{ uuid: 'a', profile }], machine)
  return { profile: plan.agents[0]?.profile, withheld: plan.withheld.map(({ right }) => right) }
}

const REVIEWER: AgentProfile = { name: 'reviewer', tools: ['bash'], rules: [], sandbox: 'workspace' }
const rule = (action: 'allow' | 'ask' | 'deny', pattern: string | null = null) => ({ tool: 'bash', pattern, action })

describe('an imported agent', () => {
  const forms: readonly (readonly [string, unknown, AgentProfile | undefined, readonly string[]])[] = [
    ['keeps that it has no profile', null, undefined, []],
    ['keeps the tools of its profile', REVIEWER, REVIEWER, []],
    ['keeps a built-in profile', READ_ONLY, READ_ONLY, []],
    ['keeps what a fork inherits of one', { ...READ_ONLY, sandbox: null }, { ...READ_ONLY, sandbox: null }, []],
    ['gets the level of this machine for one that is off', { ...REVIEWER, sandbox: 'off' }, REVIEWER, ['sandbox']],
    ['keeps a stricter level', { ...REVIEWER, sandbox: 'read-only' }, { ...REVIEWER, sandbox: 'read-only' }, []],
    ['loses a rule that allows', { ...REVIEWER, rules: [rule('allow')] }, REVIEWER, ['allowed']],
    [
      'loses a rule that allows outside the sandbox, and keeps those that deny and ask',
      { ...REVIEWER, rules: [{ ...rule('allow', 'ls'), outside: true }, rule('deny'), rule('ask', 'rm *')] },
      { ...REVIEWER, rules: [rule('deny'), rule('ask', 'rm *')] },
      ['allowed'],
    ],
    ['gets nothing under a built-in name', { ...REVIEWER, name: 'read-only' }, UNREADABLE_PROFILE, ['profile']],
    ['gets nothing under the name plan', { ...REVIEWER, name: 'plan', tools: null }, UNREADABLE_PROFILE, ['profile']],
    ['has the strictest profile for a text', 'reviewer', UNREADABLE_PROFILE, ['profile']],
    ['has the strictest profile for a number', 5, UNREADABLE_PROFILE, ['profile']],
    ['has the strictest profile for a list', [REVIEWER], UNREADABLE_PROFILE, ['profile']],
    ['has it for a missing key', { name: 'x', tools: null, rules: [] }, UNREADABLE_PROFILE, ['profile']],
    ['has it for an unknown level', { ...REVIEWER, sandbox: 'none' }, UNREADABLE_PROFILE, ['profile']],
    [
      'has it for an unknown action',
      { ...REVIEWER, rules: [{ ...rule('ask'), action: 'run' }] },
      UNREADABLE_PROFILE,
      ['profile'],
    ],
    [
      'has it for a rule with another key',
      { ...REVIEWER, rules: [{ ...rule('deny'), x: 1 }] },
      UNREADABLE_PROFILE,
      ['profile'],
    ],
  ]
  it.each(forms)('%s', async (_name, profile, expected, withheld) => {
    expect(await agentWith(profile)).toEqual({ profile: expected, withheld })
  })

  it('gets the level of a stricter machine', async () => {
    const expected = { profile: { ...REVIEWER, sandbox: 'read-only' }, withheld: ['sandbox'] }
    expect(await agentWith(REVIEWER, { sandbox: 'read-only' })).toEqual(expected)
  })

  it('has the strictest profile if an export does not say which', async () => {
    const plan = await planned([HEADER, { uuid: 'a' }])
    expect([plan.agents[0]?.profile, plan.withheld.map(({ right }) => right)]).toEqual([
      UNREADABLE_PROFILE,
      ['profile'],
    ])
    expect((await planned([{ uuid: 'a' }])).agents[0]?.profile).toBeUndefined()
  })

  it('gets all of it from what is proven to be of this machine, but for what cannot be read', async () => {
    const wide = { ...REVIEWER, sandbox: 'off', rules: [rule('allow')] } as const
    expect(await agentWith(wide, { verified: true })).toEqual({ profile: wide, withheld: [] })
    expect((await agentWith('x', { verified: true })).profile).toEqual(UNREADABLE_PROFILE)
    const plan = await planned([{ uuid: 'a', wake_on_mail: true }], { verified: true })
    expect([plan.agents[0]?.wakeOnMail, plan.withheld]).toEqual([true, []])
  })

  it('is not woken by mail', async () => {
    const plan = await planned([{ uuid: 'a', wake_on_mail: true, profile: null }])
    expect(plan.agents[0]?.wakeOnMail).toBe(false)
    expect(plan.withheld).toEqual([{ agentId: 'new-1', right: 'wake_on_mail', value: 'on' }])
  })
})

describe('imported events', () => {
  it.each([
    [{ web_search: true }, {}, ['web_search']],
    [{ code_execution: true }, {}, ['code_execution']],
    [
      { web_search: true, code_execution: true, verbosity: 'low' },
      { verbosity: 'low' },
      ['web_search, code_execution'],
    ],
    [{ web_search: false, temperature: 1 }, { temperature: 1 }, []],
    [{ temperature: 1 }, { temperature: 1 }, []],
  ])('%j switches no tool of a provider on', async (options, expected, withheld) => {
    const plan = await planned([{ kind: 'options', data: { options } }])
    expect(plan.events[0]?.data).toEqual({ options: expected })
    expect(plan.withheld.map(({ value }) => value)).toEqual(withheld)
    const own = await planned([{ kind: 'options', data: { options } }], { verified: true })
    expect(own.events[0]?.data).toEqual({ options })
  })

  it('lead to no states of folders, whatever they say', async () => {
    const data = { cause: 'call', store: 'copies', folder: '/', before: 'ab', after: 'cd', files: [] }
    for (const claim of [{}, { imported: false }, { imported: null }, { imported: 'no' }]) {
      const plan = await planned([{ kind: 'checkpoint', data: { ...data, ...claim } }])
      expect(plan.events[0]?.data).toEqual({ ...data, imported: true })
      expect(plan.withheld).toEqual([{ agentId: 'new-1', right: 'checkpoints', value: '/' }])
    }
  })
})

const level = fc.constantFrom(...SANDBOX_LEVELS)
const profiles = fc.record({
  name: fc.oneof(fc.constantFrom('read-only', 'plan', 'unreadable'), fc.string()),
  tools: fc.option(fc.array(fc.constantFrom('*', 'bash', 'file_*', 'ask', 'grep'))),
  rules: fc.array(
    fc.record({
      tool: fc.constantFrom('*', 'bash', 'network'),
      pattern: fc.option(fc.string({ minLength: 1 })),
      action: fc.constantFrom('allow', 'ask', 'deny'),
    }),
  ),
  sandbox: fc.option(level),
})
const agents = fc.record(
  {
    profile: fc.oneof(profiles, fc.constant(null), fc.jsonValue()),
    wake_on_mail: fc.boolean(),
  },
  { requiredKeys: [] },
)

interface RandomRow {
  readonly profile?: unknown
  readonly wake_on_mail?: boolean
}

/** What an agent has that it must not have; empty: nothing. */
function excess({ profile, wakeOnMail }: ImportedAgent, row: RandomRow | undefined, sandbox: SandboxLevel): string {
  if (wakeOnMail) return 'mail wakes it'
  if (profile === undefined) return row?.profile === undefined || row.profile === null ? '' : 'lost its profile'
  if (profile.rules.some(({ action }) => action === 'allow')) return 'a rule allows'
  const rank = (level: SandboxLevel): number => SANDBOX_LEVELS.indexOf(level)
  if (profile.sandbox !== null && rank(profile.sandbox) < rank(sandbox)) return 'a wider sandbox'
  if (profile.name === UNREADABLE_PROFILE.name) return isDeepStrictEqual(profile, UNREADABLE_PROFILE) ? '' : 'forged'
  const builtIn = BUILT_IN_PROFILES[profile.name]?.tools?.toSorted()
  if (builtIn !== undefined && !isDeepStrictEqual(profile.tools?.toSorted(), builtIn)) return 'another built-in profile'
  const { tools } = z.object({ tools: z.unknown() }).parse(row?.profile)
  return isDeepStrictEqual(tools, profile.tools) ? '' : 'other tools'
}

describe('random agents with rights', () => {
  it('never have more than they had, nor more than agents have here', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(agents, { maxLength: 8 }), level, fc.boolean(), async (rows, sandbox, isExport) => {
        const lines = rows.map((row, index) => ({ ...row, uuid: `a${index}`, parent_uuid: index === 0 ? null : 'a0' }))
        const plan = await planned([...(isExport ? [HEADER] : []), ...lines], { sandbox })
        expect(plan.agents.map((agent, index) => excess(agent, rows[index], sandbox))).toEqual(rows.map(() => ''))
        const woken = rows.filter(({ wake_on_mail: wakes }) => wakes === true)
        expect(plan.withheld.filter(({ right }) => right === 'wake_on_mail')).toHaveLength(woken.length)
      }),
      { numRuns: 300 },
    )
  })
})
