import type { AgentEventOf } from '../../shared/agent-event.ts'
import type { ErrorCategory } from '../../shared/app-error.ts'
import type { AgentId } from '../../shared/ids.ts'
import { plainRequestText } from '../../shared/plain-request.ts'
import { recordedError } from '../../shared/recorded-error.ts'
import { parseModelSpec } from '../../shared/model-spec.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import { useApp } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { LimitReturn } from '../hooks/limit-return.tsx'
import { promptElement } from '../hooks/prompt-id.ts'
import { useModels, useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { ErrorCard } from '../parts/error-card.tsx'
import type { AppModel } from '../app/app-model.ts'
import { lackingKey } from '../store/model-store.ts'
import { specTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { isNewestEnd } from './newest-end.ts'
import { usePaneStream } from './pane-stream-context.ts'

const words = texts.history.nextSteps

/** An action that may resolve a failure. */
interface NextStep {
  readonly label: string
  /** What takes the focus instead of the button. `prompt`: the buttons disappear, and nothing opens. */
  readonly focus: 'prompt' | 'layer'
  take(app: AppModel, agentId: AgentId): void | Promise<void>
}

const AGAIN: NextStep = {
  label: words.again,
  focus: 'prompt',
  take: ({ actions: { agents } }, agentId) => void agents.resume(agentId),
}
const GO_ON: NextStep = { ...AGAIN, label: words.goOn }
const KEYS: NextStep = {
  label: words.keys,
  focus: 'layer',
  take: ({ stores: { dialogs } }) => dialogs.setState({ dialog: { type: 'settings', page: 'keys' } }),
}
const MODEL: NextStep = {
  label: words.model,
  focus: 'layer',
  take: ({ stores: { dialogs } }, agentId) => dialogs.setState({ modelPickerOf: agentId }),
}
const COMPRESS: NextStep = {
  label: words.compress,
  focus: 'prompt',
  take: ({ actions: { agents } }, agentId) => void agents.submit(agentId, '/compress'),
}
const REWIND: NextStep = {
  label: words.rewind,
  focus: 'layer',
  take: ({ stores: { dialogs } }, agentId) => dialogs.setState({ dialog: { type: 'rewind', agentId } }),
}
const FORK: NextStep = {
  label: words.fork,
  focus: 'layer',
  take: ({ stores: { dialogs } }, agentId) => dialogs.setState({ dialog: { type: 'fork', agentId, atEventId: null } }),
}

/** What the request had new may be what the provider refuses. */
const LEAVE_OUT: NextStep = {
  label: words.leaveOut,
  focus: 'prompt',
  take: ({ actions: { agents } }, agentId) => void agents.submit(agentId, '/clear --result'),
}

/** Starts the program again: it is started whenever a prompt needs it. */
const RESTART: NextStep = { ...AGAIN, label: words.restart }
const CONTINUE: NextStep = { ...FORK, label: words.otherModel }

/** Actions where an outside agent failed: keys of ikigai do not concern it, and it cannot be compressed. */
const OUTSIDE_STEPS: Partial<Readonly<Record<ErrorCategory, readonly NextStep[]>>> = {
  AUTH: [AGAIN, CONTINUE],
  SERVER: [RESTART, CONTINUE],
}

/** Actions by category, the most useful one first. */
const NEXT_STEPS: Readonly<Record<ErrorCategory, readonly NextStep[]>> = {
  AUTH: [KEYS, AGAIN],
  BILLING: [MODEL, AGAIN],
  CONTEXT_LENGTH: [COMPRESS, REWIND, FORK, MODEL],
  FILES: [LEAVE_OUT, MODEL],
  CONTENT_FILTER: [MODEL],
  INCOMPLETE: [AGAIN, MODEL],
  TOOL_ROUNDS: [GO_ON],
  TOOL_LOOP: [GO_ON, MODEL],
  INVALID_REQUEST: [LEAVE_OUT, MODEL, AGAIN],
  NOT_FOUND: [MODEL],
  RATE_LIMIT: [AGAIN, MODEL],
  OVERLOADED: [AGAIN, MODEL],
  LOADING: [AGAIN, MODEL],
  SERVER: [AGAIN, MODEL],
  TIMEOUT: [AGAIN, MODEL],
  UNKNOWN: [AGAIN, MODEL],
  STORAGE: [AGAIN],
  CONFLICT: [],
  REFUSED: [],
}

/** A failed request. While it is the agent's newest message, the next steps are shown below it. */
export function RecordedError({ event }: { event: AgentEventOf<'error'> }) {
  const app = useApp()
  const { agentId, running } = usePaneStream()
  const isLast = useViews(({ views }) => isNewestEnd(views.get(agentId)?.events ?? [], event.id))
  const isOpen = isLast && !running && event.agentId === agentId
  const isOutside = useAgent(agentId)?.choice?.provider === OUTSIDE
  const { category } = event.data
  const withKey = useModelWithKey(agentId)
  const usual = (isOutside ? OUTSIDE_STEPS[category] : undefined) ?? NEXT_STEPS[category]
  const steps = isOpen ? [...(category === 'AUTH' && withKey !== null ? [withKey] : []), ...usual] : []
  const mayWait = isOpen && category === 'RATE_LIMIT' && event.data.retry_after_ms !== undefined
  return (
    <ErrorCard error={recordedError(messageOf(event), event.data)}>
      {steps.length === 0
        ? null
        : steps.map((step) => (
            <Button
              key={step.label}
              onClick={() => {
                if (step.focus === 'prompt') promptElement(agentId)?.focus()
                void step.take(app, agentId)
              }}
            >
              {step.label}
            </Button>
          ))}
      {mayWait ? <LimitReturn agentId={agentId} /> : null}
    </ErrorCard>
  )
}

/**
 * Returns how to continue with the default model while the provider of the agent's own has no key, as after an import;
 * null: it has one, or the default model has none either.
 */
function useModelWithKey(agentId: AgentId): NextStep | null {
  const own = useAgent(agentId)?.choice ?? null
  const list = useModels((state) => state.list)
  const spec = list?.defaultModel ?? null
  const parsed = spec === null ? null : parseModelSpec(spec)
  if (list === null || own === null || spec === null || parsed?.ok !== true) return null
  if (lackingKey(list, [own]).length === 0 || lackingKey(list, [parsed.choice]).length > 0) return null
  return {
    focus: 'prompt',
    label: words.continueWith({ model: specTitle(list, parsed.choice.model) }),
    async take({ actions: { agents } }, id) {
      if (await agents.submit(id, `/model ${spec}`)) await agents.resume(id)
    },
  }
}

function messageOf({ content, data: { plain } }: AgentEventOf<'error'>): string {
  const message = content ?? ''
  return plain === undefined ? message : `${message} ${plainRequestText(plain, texts.history.plain)}`
}
