import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { TurnLimitsOf } from '../../src/main/core/ports/sandbox-ports.ts'
import type { ApproveAccess, Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { Profile } from '../../src/shared/profile.ts'
import { ok } from '../../src/shared/result.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const MODEL = 'claude-haiku-4-5/none'
const LEVEL = { inside: true, level: 'workspace' } as const

/** Stands for a command that asks for hosts when its turn has ended. */
const BACKGROUND = 'background'
let later: (subject: string) => ReturnType<ApproveAccess> | undefined
let limitsOf: TurnLimitsOf | null = null

/** Stands for a command in the sandbox that wants to reach the hosts in `command`, one after the other. */
const bash: Tool = {
  definition: { name: 'bash', description: '', parameters: { type: 'object', properties: {} } },
  async prepare({ command }, { agentId }) {
    const line = typeof command === 'string' ? command : ''
    const wanted = line.split(' ')
    return {
      ok: true,
      call: {
        subject: line,
        access: 'execute',
        paths: [],
        isInFolder: true,
        sandbox: LEVEL,
        async run({ approve, signal }) {
          if (line === BACKGROUND) {
            const limitedBy = valueOf((await limitsOf?.(agentId)) ?? ok([]))
            later = (subject) =>
              approve?.({ subject, access: 'network', ruleName: 'network', limitedBy }, AbortSignal.abort())
            return { content: 'Runs on.', isError: false }
          }
          const [said, hosts]: [string[], string[]] = [[], []]
          for (const subject of wanted) {
            const answer = await approve?.({ subject, access: 'network', ruleName: 'network' }, signal)
            said.push(answer?.type === 'denied' ? answer.message : 'allowed')
            if (answer?.type === 'allowed') hosts.push(subject)
          }
          return { content: said.join('\n'), isError: false, hosts }
        },
      },
    }
  },
}

const CAREFUL: Profile = {
  description: '',
  systemPrompt: null,
  model: null,
  tools: ['bash'],
  rules: [{ tool: 'network', pattern: '*.listed.test', action: 'deny' }],
  budget: null,
  sandbox: null,
}

let inbox: ApprovalClient

const shared = engineForTests(
  { answerWith: () => textAnswer('Yes.') },
  {
    tools: ({ turnLimitsOf }) => {
      limitsOf = turnLimitsOf
      return [bash]
    },
    attended: true,
    config: { sandboxDomains: ['listed.test', '*.listed.test'], profiles: { careful: CAREFUL } },
  },
)
beforeAll(async () => {
  inbox = new ApprovalClient(shared.real.engine)
})
afterAll(() => closeAll(inbox))

async function open(profile?: string): Promise<Pane> {
  const made = await shared.real.engine.agents.create({ model: MODEL, ...(profile !== undefined && { profile }) })
  return Pane.open(shared.real.engine, valueOf(made).id)
}

function run(pane: Pane, hosts: string): Promise<unknown> {
  const call = { type: 'tool_call', name: 'bash', arguments: { command: hosts } } as const
  shared.simulator.enqueue('anthropic', { type: 'script', blocks: [call] })
  return pane.type('Go')
}

const placeOf = (pane: Pane) =>
  pane.view.events.flatMap((event) => (event.kind === 'tool_result' ? [event.data.sandbox] : [])).at(-1)
const said = (pane: Pane): string => pane.last('tool_result')?.content ?? ''

it('a command asks for a host while it runs, and an answer for longer holds for later commands', async () => {
  const pane = await open()
  const end = run(pane, 'registry.test')
  const { id, tool, access, patterns, agentId } = await inbox.asked('registry.test')
  expect({ tool, access, patterns, agentId }).toEqual({
    tool: 'network',
    access: 'network',
    patterns: ['registry.test'],
    agentId: pane.agentId,
  })
  expect(id).toMatch(/.\/1$/)
  const answer = { type: 'allow', for: 'agent', pattern: 'registry.test' } as const
  valueOf(await shared.real.engine.approvals.answer({ approvalId: id, answer }))
  await end
  expect(placeOf(pane)).toEqual({ ...LEVEL, hosts: ['registry.test'] })
  await run(pane, 'registry.test')
  expect(said(pane)).toBe('allowed')
})

it('a host that the user declines is refused with words, and is not in the log as reached', async () => {
  const pane = await open()
  const end = run(pane, 'evil.test')
  const { id } = await inbox.asked('evil.test')
  valueOf(await shared.real.engine.approvals.answer({ approvalId: id, answer: { type: 'deny', reason: 'Why?' } }))
  await end
  expect(said(pane)).toBe('The user declined this call. Why?')
  expect(placeOf(pane)).toEqual(LEVEL)
})

it('hosts of config.json need no question, unless a rule denies them', async () => {
  const pane = await open()
  await run(pane, 'listed.test a.listed.test')
  expect(said(pane)).toBe('allowed\nallowed')
  const careful = await open('careful')
  await run(careful, 'listed.test a.listed.test')
  expect(said(careful)).toBe('allowed\nA rule of the user forbids this call of network.')
})

it('an allowance of bash is none for hosts', async () => {
  const pane = await open()
  const scope = { type: 'agent', agentId: pane.agentId } as const
  valueOf(await shared.real.engine.approvals.addRule({ tool: 'bash', pattern: null, action: 'allow', scope }))
  const end = run(pane, 'other.test')
  const { id } = await inbox.asked('other.test')
  valueOf(await shared.real.engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } }))
  await end
  expect(said(pane)).toBe('allowed')
})

it('what a turn limited by mail left running gets no host that the sender may not reach, whoever prompts next', async () => {
  const [careful, strong] = [await open('careful'), await open()]
  const scope = { type: 'agent', agentId: careful.agentId } as const
  valueOf(await shared.real.engine.approvals.addRule({ tool: 'mail', pattern: null, action: 'allow', scope }))
  valueOf(await shared.real.engine.agents.setWakeOnMail({ agentId: strong.agentId, wakes: true }))
  const call = { type: 'tool_call', name: 'bash', arguments: { command: BACKGROUND } } as const
  shared.simulator.enqueue('anthropic', { type: 'script', blocks: [call] })
  valueOf(
    await shared.real.engine.agents.submit({
      agentId: careful.agentId,
      text: `/send ${strong.agentId} leave it running`,
    }),
  )
  await strong.until(({ view }) => view.turn === null && said(strong) === 'Runs on.')
  expect(await later('a.listed.test')).toMatchObject({ type: 'denied' })

  await run(strong, 'a.listed.test')
  expect(said(strong)).toBe('allowed')
  expect(await later('a.listed.test')).toMatchObject({ type: 'denied' })
  expect(await later('listed.test')).toEqual({ type: 'allowed' })
})

it('a question is withdrawn when the turn is stopped', async () => {
  const pane = await open()
  const end = run(pane, 'slow.test')
  await inbox.asked('slow.test')
  valueOf(await shared.real.engine.agents.cancel({ agentId: pane.agentId }))
  await end
  await inbox.until(({ pending }) => pending.size === 0)
  expect(inbox.pending.size).toBe(0)
})
