import type { AgentEventOf } from '../../shared/agent-event.ts'
import type { ErrorCategory } from '../../shared/app-error.ts'
import type { AgentId } from '../../shared/ids.ts'
import { plainRequestText } from '../../shared/plain-request.ts'
import { recordedError } from '../../shared/recorded-error.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import { useApp } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { LimitReturn } from '../hooks/limit-return.tsx'
import { useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { ErrorCard } from '../parts/error-card.tsx'
import type { AppModel } from '../app/app-model.ts'
import { texts } from '../text/texts.ts'
import { isNewestEnd } from './newest-end.ts'
import { usePaneStream } from './pane-stream-context.ts'

const words = texts.history.nextSteps

/** An action that may resolve a failure. */
interface NextStep {
  readonly label: string
  take(app: AppModel, agentId: AgentId): void
}

const AGAIN: NextStep = { label: words.again, take: ({ actions: { agents } }, agentId) => void agents.resume(agentId) }
const GO_ON: NextStep = { ...AGAIN, label: words.goOn }
const KEYS: NextStep = {
  label: words.keys,
  take: ({ stores: { dialogs } }) => dialogs.setState({ dialog: { type: 'settings', page: 'keys' } }),
}
const MODEL: NextStep = {
  label: words.model,
  take: ({ stores: { dialogs } }, agentId) => dialogs.setState({ modelPickerOf: agentId }),
}
const COMPRESS: NextStep = {
  label: words.compress,
  take: ({ actions: { agents } }, agentId) => void agents.submit(agentId, '/compress'),
}
const REWIND: NextStep = {
  label: words.rewind,
  take: ({ stores: { dialogs } }, agentId) => dialogs.setState({ dialog: { type: 'rewind', agentId } }),
}
const FORK: NextStep = {
  label: words.fork,
  take: ({ stores: { dialogs } }, agentId) => dialogs.setState({ dialog: { type: 'fork', agentId, atEventId: null } }),
}

/** What the request had new may be what the provider refuses. */
const LEAVE_OUT: NextStep = {
  label: words.leaveOut,
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
  const steps = isOpen ? ((isOutside ? OUTSIDE_STEPS[category] : undefined) ?? NEXT_STEPS[category]) : []
  const mayWait = isOpen && category === 'RATE_LIMIT' && event.data.retry_after_ms !== undefined
  return (
    <ErrorCard error={recordedError(messageOf(event), event.data)}>
      {steps.length === 0
        ? null
        : steps.map((step) => (
            <Button key={step.label} onClick={() => step.take(app, agentId)}>
              {step.label}
            </Button>
          ))}
      {mayWait ? <LimitReturn agentId={agentId} /> : null}
    </ErrorCard>
  )
}

function messageOf({ content, data: { plain } }: AgentEventOf<'error'>): string {
  const message = content ?? ''
  return plain === undefined ? message : `${message} ${plainRequestText(plain, texts.history.plain)}`
}
