import { Menu } from '@base-ui/react/menu'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { activityLabel } from '../parts/activity-dot.tsx'
import menuStyles from '../parts/menu.module.css'
import { PlainIconButton } from '../parts/plain-icon-button.tsx'
import { formatCost } from '../parts/money-text.ts'
import { agentModel, agentName } from '../store/agent-name.ts'
import type { VersionAnchor } from '../store/version-store.ts'
import { placeKey, type Versions } from '../store/versions.ts'
import { texts } from '../text/texts.ts'
import { usePaneStream } from './pane-stream-context.ts'
import styles from './version-arrows.module.css'

const words = texts.message.versions

/** `‹ 2/3 ›`: the versions of the message, to step through or to choose from. */
export function VersionArrows({ versions }: { versions: Versions }) {
  const { agentId } = usePaneStream()
  const actions = useActions().versions
  const group = useRef<HTMLSpanElement>(null)
  const { agents, index } = versions
  useStayingInPlace(group, versions)
  const go = (to: number, button: VersionAnchor['button']) =>
    actions.show(agentId, versions, to, { top: topIn(group.current), button })
  return (
    <span
      ref={group}
      className={styles.arrows}
      role="group"
      aria-label={words.position({ index: index + 1, versions: agents.length })}
      data-versions={placeKey(versions.place)}
    >
      <PlainIconButton
        label={words.previous}
        data-version="previous"
        aria-disabled={index === 0}
        onClick={() => (index === 0 ? undefined : go(index - 1, 'previous'))}
      >
        <ChevronLeft />
      </PlainIconButton>
      <Menu.Root>
        <Menu.Trigger className={styles.number} data-version="list" title={words.all}>
          <span className="visually-hidden">{words.all}, </span>
          {index + 1}/{agents.length}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="end">
            <Menu.Popup className={menuStyles.popup} aria-label={words.list}>
              <Menu.RadioGroup value={index} onValueChange={(to: number) => go(to, 'list')}>
                {agents.map((id, at) => (
                  <VersionItem key={id} agentId={id} index={at} />
                ))}
              </Menu.RadioGroup>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <PlainIconButton
        label={words.next}
        data-version="next"
        aria-disabled={index === agents.length - 1}
        onClick={() => (index === agents.length - 1 ? undefined : go(index + 1, 'next'))}
      >
        <ChevronRight />
      </PlainIconButton>
    </span>
  )
}

/** The arrows in a line of their own, for what has no line of actions. */
export function VersionLine({ versions }: { versions: Versions | null }) {
  if (versions === null) return null
  return (
    <p className={styles.line}>
      <VersionArrows versions={versions} />
    </p>
  )
}

function VersionItem({ agentId, index }: { agentId: AgentId; index: number }) {
  const agent = useTree(({ agents }) => agents.get(agentId))
  if (agent === undefined) return null
  return (
    <Menu.RadioItem value={index} className={styles.item} closeOnClick>
      <span className={styles.place}>{index + 1}</span>
      <span className={styles.name}>{agentName(agent)}</span>
      <span className={styles.facts}>{factsOf(agent).join(' · ')}</span>
    </Menu.RadioItem>
  )
}

function factsOf(agent: AgentSummary): readonly string[] {
  const { status, activity, cost } = agent
  return [agentModel(agent) ?? texts.pane.noModel, activityLabel(activity, status === 'killed'), formatCost(cost)]
}

/** Returns how far below the top of its stream the arrows are. */
function topIn(group: HTMLElement | null): number {
  const view = group?.closest('[role="log"]')
  if (group === null || view == null) return 0
  return group.getBoundingClientRect().top - view.getBoundingClientRect().top
}

/** Keeps the arrows, and the focus on their button, where they were in the version that was shown before. */
function useStayingInPlace(group: RefObject<HTMLElement | null>, { place }: Versions): void {
  const { agentId } = usePaneStream()
  const store = useStores().versions
  const key = placeKey(place)
  useLayoutEffect(() => {
    const { anchor } = store.getState()
    const view = group.current?.closest('[role="log"]')
    if (anchor?.agentId !== agentId || anchor.place !== key || view == null) return
    store.setState({ anchor: null })
    const button = group.current?.querySelector<HTMLElement>(`[data-version="${anchor.button ?? ''}"]`)
    button?.focus({ preventScroll: true })
    return keepAligned(view, () => topIn(group.current) - anchor.top)
  }, [agentId, key, group, store])
}

const USER_ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls by what `distance` returns, now and whenever the content changes its height, because texts are rendered some
 * time after their messages. Ends with the next act of the user, or when the returned function is called.
 */
function keepAligned(view: Element, distance: () => number): () => void {
  const align = () => {
    // From the end up to the wanted place, each with its event at once: only scrolling up keeps a stream from following
    // its end, and the browser sends its own events after the stream was measured.
    view.scrollTop = view.scrollHeight
    view.dispatchEvent(new Event('scroll'))
    view.scrollTop += distance()
    view.dispatchEvent(new Event('scroll'))
  }
  align()
  const observer = new ResizeObserver(align)
  for (const content of view.children) observer.observe(content)
  const acts = new AbortController()
  const stop = () => {
    observer.disconnect()
    acts.abort()
  }
  // Capturing, so that the key which showed this version does not count.
  for (const act of USER_ACTS) window.addEventListener(act, stop, { capture: true, passive: true, signal: acts.signal })
  return stop
}
