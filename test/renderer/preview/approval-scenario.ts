import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { PendingApproval } from '../../../src/shared/approval.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import type { PreviewEngine, PreviewWorld } from './preview-types.ts'
import { busyScenario, CHILD, ROOT } from './preview-world.ts'

const TURN = 'tools'
const FIRST_ID = 900

const DIFF = `--- src/gateway/verify.ts
+++ src/gateway/verify.ts
@@ -11,7 +11,7 @@
 /** Throws when the signature or the audience is wrong. */
 export async function whoIs(token: string): Promise<string> {
-  const { payload } = await jwtVerify(token, keys)
+  const { payload } = await jwtVerify(token, keys, { audience: 'api' })
   return payload.sub ?? 'nobody'
 }
`

const LINK = { given: 'gateway/verify.ts', target: '/home/ada/gateway/src/gateway/verify.ts' }

/** Two questions of tools, one of them with a diff; a third call is running. */
const PENDING: readonly PendingApproval[] = [
  {
    id: 'asks-edit',
    agentId: ROOT,
    callId: 'edit',
    tool: 'file_edit',
    subject: LINK.target,
    access: 'write',
    isInFolder: true,
    link: LINK,
    preview: DIFF,
    askedAt: Date.parse('2026-11-20T09:10:00.000Z'),
    patterns: ['/home/ada/gateway/src/gateway/verify.ts', '/home/ada/gateway/src/gateway/*'],
  },
  {
    id: 'asks-run',
    agentId: CHILD,
    callId: 'run',
    tool: 'bash',
    subject: 'npm test -- gateway',
    access: 'execute',
    isInFolder: true,
    askedAt: Date.parse('2026-11-20T09:11:00.000Z'),
    patterns: ['npm test -- gateway', 'npm test *'],
  },
]

interface Call {
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
}

const CALLS: Readonly<Record<string, readonly Call[]>> = {
  [ROOT]: [
    { id: 'read', name: 'file_read', arguments: { path: LINK.given } },
    { id: 'edit', name: 'file_edit', arguments: { path: LINK.given, replace_all: false } },
    { id: 'watch', name: 'bash', arguments: { command: 'npm run watch' } },
  ],
  [CHILD]: [{ id: 'run', name: 'bash', arguments: { command: 'npm test -- gateway' } }],
}

/** A running command wants to reach a host. */
const HOST_QUESTIONS: readonly PendingApproval[] = [
  {
    id: 'asks-watch',
    agentId: ROOT,
    callId: 'watch',
    tool: 'network',
    subject: 'registry.npmjs.org',
    access: 'network',
    isInFolder: false,
    askedAt: Date.parse('2026-11-20T09:12:00.000Z'),
    patterns: ['registry.npmjs.org'],
  },
]

/** A folder is seen for the first time. */
const TRUST_QUESTION: PendingApproval = {
  id: 'trust_1',
  agentId: ROOT,
  tool: 'trust',
  subject: '/home/ada/gateway\n\nAGENTS.md (1.2 kB)\n.agents/skills/\u202Epdf/SKILL.md (400 bytes)',
  access: 'trust',
  isInFolder: true,
  askedAt: Date.parse('2026-11-20T09:12:00.000Z'),
  patterns: [],
}

/** The first turn in a folder waits for the decision about it. */
export function trustingScenario(): PreviewWorld {
  return approvalScenario([TRUST_QUESTION])
}

/** A command ran in a copy of the folder. */
const EFFECTS_QUESTION: PendingApproval = {
  id: 'asks-effects',
  agentId: ROOT,
  callId: 'watch',
  tool: 'effects',
  subject: 'npx jscodeshift -t add-audience.js src && rm -r old',
  access: 'write',
  isInFolder: true,
  sandbox: { inside: true, level: 'effects-first', hosts: ['registry.npmjs.org'] },
  effects: {
    folder: '/home/ada/gateway',
    listed: [
      { path: 'old', kind: 'deleted', isFolder: true },
      { path: 'run.sh', kind: 'mode', isFolder: false },
      { path: 'src/gateway/audience.ts', kind: 'new', isFolder: false },
      { path: 'src/gateway/verify.ts', kind: 'changed', isFolder: false },
    ],
    count: 18,
  },
  preview: DIFF.slice(DIFF.indexOf('@@')).replace(/^/, '@@ src/gateway/verify.ts\n'),
  askedAt: Date.parse('2026-11-20T09:12:00.000Z'),
  patterns: ['/home/ada/gateway/*'],
}

/** A user decides what of a command's work is applied. */
export function effectsScenario(): PreviewWorld {
  return approvalScenario([EFFECTS_QUESTION])
}

/** Three calls that are alike. */
export const ALIKE: readonly PendingApproval[] = ['gateway', 'auth', 'rates'].map((name, index) => ({
  id: `asks-${name}`,
  agentId: CHILD,
  tool: 'bash',
  subject: `npm test -- ${name}`,
  access: 'execute',
  isInFolder: true,
  askedAt: Date.parse('2026-11-20T09:11:00.000Z') + index,
  patterns: [`npm test -- ${name}`, 'npm test *'],
}))

const FIELD = { description: '', isRequired: false }

/** A server of tools asks for the values of a form, then for a page. */
export const SERVER_QUESTIONS: readonly PendingApproval[] = [
  {
    id: 'form/1',
    agentId: CHILD,
    tool: 'shop: order',
    subject: 'What do you\u202E want?',
    access: 'question',
    isInFolder: true,
    askedAt: Date.parse('2026-11-20T09:11:00.000Z'),
    patterns: [],
    serverQuestion: {
      server: 'shop',
      tool: 'order',
      message: 'What do you\u202E want?',
      asks: {
        type: 'form',
        fields: [
          {
            ...FIELD,
            name: 'mail',
            title: 'Email',
            description: 'For the receipt',
            isRequired: true,
            type: 'text',
            format: 'email',
          },
          { ...FIELD, name: 'count', title: 'Count', type: 'number', isInteger: true, minimum: 1, default: 1 },
          { ...FIELD, name: 'gift', title: 'As a gift', type: 'boolean' },
          {
            ...FIELD,
            name: 'size',
            title: 'Size',
            type: 'one',
            options: ['Small', 'Large'].map(option),
            default: 'Large',
          },
          { ...FIELD, name: 'extras', title: 'Extras', type: 'several', options: ['Ribbon', 'Card'].map(option) },
        ],
      },
    },
  },
  {
    id: 'page/1',
    agentId: CHILD,
    tool: 'shop: pay',
    subject: 'Pay here',
    access: 'question',
    isInFolder: true,
    askedAt: Date.parse('2026-11-20T09:12:00.000Z'),
    patterns: [],
    serverQuestion: {
      server: 'shop',
      tool: 'pay',
      message: 'Pay here',
      asks: { type: 'page', url: 'https://xn--pple-43d.com/pay', host: 'xn--pple-43d.com' },
    },
  },
]

function option(value: string) {
  return { value, title: value }
}

const SERVER = {
  id: 'b1',
  command: 'npm run dev -- --port 5173',
  startedAt: Date.parse('2026-11-20T09:05:00.000Z'),
  ports: [5173],
}

/** A command asks for a host, and another one runs in the background. */
export function reachingScenario(): PreviewWorld {
  const world = approvalScenario(HOST_QUESTIONS)
  return {
    ...world,
    agents: world.agents.map((agent) => (agent.id === ROOT ? { ...agent, background: [SERVER] } : agent)),
  }
}

/** Three files that one agent writes; another agent asked before the second of them. */
const FILES = ['a.txt', 'b.txt', 'c.txt']
const SEVERAL: readonly PendingApproval[] = [
  ...FILES.map((path, index): PendingApproval => ({
    id: `asks-${path}`,
    agentId: ROOT,
    callId: path,
    tool: 'file_write',
    subject: `/home/ada/gateway/${path}`,
    access: 'write',
    isInFolder: true,
    preview: DIFF,
    askedAt: Date.parse('2026-11-20T09:10:00.000Z') + index,
    patterns: [`/home/ada/gateway/${path}`],
  })),
  ...ALIKE.slice(0, 1).map((asked) => ({ ...asked, callId: 'run', askedAt: Date.parse('2026-11-20T09:10:00.001Z') })),
]

/** Two agents ask, one of them several questions. */
export function severalScenario(): PreviewWorld {
  const writes = FILES.map((path) => ({ id: path, name: 'file_write', arguments: { path, content: 'x' } }))
  return approvalScenario(SEVERAL, { ...CALLS, [ROOT]: [...(CALLS[ROOT]?.slice(0, 1) ?? []), ...writes] })
}

export function approvalScenario(pending = PENDING, allCalls = CALLS): PreviewWorld {
  const world = busyScenario()
  const events = new Map(world.events)
  for (const [agentId, calls] of Object.entries(allCalls)) {
    events.set(agentId, [...(world.events.get(agentId) ?? []), ...toolEvents(agentId, calls)])
  }
  return {
    ...world,
    events,
    pending,
    agents: world.agents.map((agent) =>
      agent.id in CALLS ? { ...agent, activity: { type: 'needs_approval' as const } } : agent,
    ),
    rules: [
      {
        id: 'r1',
        tool: 'bash',
        pattern: 'git status *',
        action: 'allow',
        scope: { type: 'everywhere' },
        createdAt: 1,
      },
      {
        id: 'r2',
        tool: 'file_write',
        pattern: '/home/ada/gateway/docs/*',
        action: 'allow',
        scope: { type: 'subtree', agentId: ROOT },
        createdAt: 2,
      },
    ],
  }
}

/** The turns behind the questions, and what the running call has printed. */
export function startAsking(preview: PreviewEngine): void {
  for (const agentId of Object.keys(CALLS)) {
    preview.live(agentId, { type: 'turn_started', turnId: TURN, model: 'claude-sonnet-5-5', startedAt: Date.now() })
  }
  const text = 'watching src/ …\n✓ 214 modules in 1.2 s\n'
  preview.live(ROOT, { type: 'tool_output_delta', id: 'watch', text })
}

function toolEvents(agentId: string, calls: readonly Call[]): readonly AgentEvent[] {
  const answer: NewEvent = {
    agentId,
    turnId: TURN,
    kind: 'assistant',
    content: 'I will do that now.',
    data: {
      model: 'claude-sonnet-5-5',
      finish_reason: 'TOOL_USE',
      output_tokens: 140,
      blocks: [
        { type: 'text', text: 'I will do that now.' },
        ...calls.map((call) => ({ type: 'tool_call', ...call }) as const),
      ],
    },
  }
  const recorded: readonly NewEvent[] = [
    answer,
    ...calls.map(
      ({ id, name, arguments: args }) =>
        ({
          agentId,
          turnId: TURN,
          kind: 'tool_call',
          content: null,
          data: { tool_call_id: id, name, arguments: args },
        }) as const,
    ),
    ...calls.slice(0, agentId === ROOT ? 1 : 0).map(
      ({ id }) =>
        ({
          agentId,
          turnId: TURN,
          kind: 'tool_result',
          content: "import { jwtVerify } from 'jose'",
          data: {
            tool_call_id: id,
            duration_ms: 12,
            full_output: '/home/ada/.local/share/ikigai/tool-output/c1.txt',
            link: LINK,
          },
        }) as const,
    ),
  ]
  const base = agentId === ROOT ? FIRST_ID : FIRST_ID + 50
  return recorded.map((event, index) => ({
    ...event,
    id: base + index,
    sessionId: 1,
    createdAt: '2026-11-20T09:10:00.000Z',
  }))
}
