import { Popover } from '@base-ui/react/popover'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ModelChoice } from '../../shared/agent-summary.ts'

import type { AgentId } from '../../shared/ids.ts'
import { serverLabel } from '../../shared/endpoints/endpoint-model.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import type { TranscriptView } from '../../shared/transcript-view.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useActions } from '../hooks/app-context.ts'
import { useInspector, useModels, useViews } from '../hooks/use-stores.ts'
import { ModelPicker } from '../models/model-picker.tsx'
import { PickerPopup } from '../models/picker-popup.tsx'
import { Button } from '../parts/button.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { formatCount } from '../parts/format-figures.ts'
import { choiceTitle, specTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import inspectorStyles from './context-inspector.module.css'
import styles from './request-view.module.css'
import { EventJump } from './event-jump.tsx'
import { reportGroups, type ReportGroup } from './report-lines.ts'
import { useLoaded } from './use-loaded.ts'

const words = texts.inspector.request

/** Previews the request for the context without sending it: for any model, with or without a key. */
export function RequestView({ agentId }: { agentId: AgentId }) {
  const { inspector } = useActions()
  const choice = useAgent(agentId)?.choice ?? null
  const model = useInspector((state) => state.model)
  const lastEventId = useViews(({ views }) => views.get(agentId)?.events.at(-1)?.id ?? 0)
  const own = choice === null ? '' : `${choice.provider} ${choice.model} ${choice.thinkingLevel}`
  const subject = `${agentId} ${model ?? own}`
  const request = useLoaded(() => inspector.request(agentId, model), subject, String(lastEventId))
  return (
    <>
      <RequestModelButton model={model} own={choice} />
      {request === null ? <p className={inspectorStyles.nothing}>{words.loading}</p> : null}
      {request === null || request.ok ? null : <p className={inspectorStyles.nothing}>{request.error.message}</p>}
      {request?.ok === true ? <Request view={request.value} agentId={agentId} /> : null}
    </>
  )
}

/** Maximum number of characters that are rendered. The copy contains the whole request. */
const MAX_SHOWN = 100_000

function Request({ view, agentId }: { view: TranscriptView; agentId: AgentId }) {
  const json = useMemo(() => JSON.stringify(view.body, null, 2), [view])
  const groups = useMemo(() => reportGroups(view.report, view.choice.model), [view])
  const isCut = json.length > MAX_SHOWN
  return (
    <>
      <p className={styles.requestFacts}>
        {serverLabel(view.choice)} · {view.endpoint} · {words.characters({ characters: formatCount(json.length) })}
      </p>
      {view.choice.provider === OUTSIDE ? <p className={styles.asItIs}>{words.opaque}</p> : null}
      {groups.length === 0 ? (
        <p className={styles.asItIs}>{words.unchanged}</p>
      ) : (
        groups.map((group) => <ReportGroupView key={group.title} group={group} agentId={agentId} />)
      )}
      <ToolNames title={words.toolsSent} names={view.tools.sent} />
      <ToolNames title={words.toolsFindable} names={view.tools.findable} />
      <div className={styles.requestHead}>
        <h3 className={styles.heading}>{words.heading}</h3>
        {isCut ? (
          <span className={styles.requestNote}>{words.firstCharacters({ characters: formatCount(MAX_SHOWN) })}</span>
        ) : null}
        <CopyButton text={json} label={words.copy} />
      </div>
      <CodeBlock language="json" code={isCut ? json.slice(0, MAX_SHOWN) : json} />
    </>
  )
}

function ToolNames({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Disclosure
      summary={
        <>
          {title} <span className={styles.count}>{formatCount(names.length)}</span>
        </>
      }
    >
      <p className={styles.toolNames}>{visibleText(names.join(', '))}</p>
    </Disclosure>
  )
}

function ReportGroupView({ group: { title, lines }, agentId }: { group: ReportGroup; agentId: AgentId }) {
  return (
    <Disclosure
      open
      summary={
        <>
          {title} <span className={styles.count}>{formatCount(lines.length)}</span>
        </>
      }
    >
      <ul className={styles.report} aria-label={title}>
        {lines.map((line, index) => (
          <li key={index} className={styles.reportLine}>
            <span className={styles.reportText}>
              {line.text}
              {line.detail === '' ? null : <code className={styles.reportDetail}>{line.detail}</code>}
            </span>
            {line.eventId === null ? null : <EventJump agentId={agentId} eventId={line.eventId} />}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

interface RequestModelButtonProps {
  /** `MODEL/LEVEL`; null: the agent's own model. */
  readonly model: string | null
  readonly own: ModelChoice | null
}

/** Selects the model for which the request is rendered. The agent's own model does not change. */
function RequestModelButton({ model, own }: RequestModelButtonProps) {
  const { inspector } = useActions()
  const [open, setOpen] = useState(false)
  const list = useModels((state) => state.list)
  const ownLabel = own === null ? words.noModel : choiceTitle(list, own)
  const label = model === null ? words.ownModel({ model: ownLabel }) : specTitle(list, model)
  return (
    <div className={styles.models}>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger className={styles.model} aria-label={words.changeModel({ model: label })}>
          <span className={styles.modelText}>{words.forModel({ model: label })}</span>
          <ChevronDown aria-hidden />
        </Popover.Trigger>
        <PickerPopup label={words.chooseModel}>
          <ModelPicker
            current={own}
            sendsNothing
            onChoose={(spec) => {
              setOpen(false)
              inspector.choose(spec)
            }}
          />
        </PickerPopup>
      </Popover.Root>
      {model === null ? null : (
        <Button tone="quiet" onClick={() => inspector.choose(null)}>
          {words.useOwn}
        </Button>
      )}
    </div>
  )
}
