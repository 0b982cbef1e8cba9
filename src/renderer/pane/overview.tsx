import { useRef, useState, type KeyboardEvent } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useRunCommand } from '../hooks/use-run-command.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import { Dialog } from '../parts/dialog.tsx'
import formStyles from '../parts/form.module.css'
import { agentName } from '../store/agent-name.ts'
import { openAgents } from '../store/layout.ts'
import { texts } from '../text/texts.ts'
import { AgentCard } from './agent-card.tsx'
import styles from './overview.module.css'

const words = texts.pane.overview

/** All open agents as cards. Typing filters, Enter goes to an agent, Delete closes its pane. */
export function Overview() {
  const { dialogs, layout } = useStores()
  const runCommand = useRunCommand()
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLUListElement>(null)
  const open = useOpenAgents(query)
  const cards = () => [...(grid.current?.querySelectorAll('button') ?? [])]

  const goTo = (agentId: AgentId) => runCommand(() => layout.dispatch({ type: 'focus', agentId }))

  function onFieldKey(key: KeyboardEvent): void {
    const [first] = open
    if (key.key === 'Enter' && first !== undefined) goTo(first.id)
    else if (key.key === 'ArrowDown') cards()[0]?.focus()
    else return
    key.preventDefault()
  }

  function onCardKey(key: KeyboardEvent<HTMLElement>): void {
    const all = cards()
    const index = all.findIndex((card) => card === document.activeElement)
    const agentId = open[index]?.id
    if (agentId === undefined) return
    const next = cardTo(key.key, index, all)
    if (key.key === 'Delete') {
      layout.dispatch({ type: 'close', agents: [agentId] })
      const neighbour = all[index + 1] ?? all[index - 1] ?? field.current
      neighbour?.focus()
    } else if (next !== null) (all[next] ?? field.current)?.focus()
    else return isTyped(key) ? field.current?.focus() : undefined
    key.preventDefault()
  }

  return (
    <Dialog title={words.title} size="wide" initialFocus="marked" onClose={dialogs.close}>
      <div className={styles.search}>
        <input
          ref={field}
          type="search"
          data-first-focus
          className={formStyles.field}
          aria-label={words.filter}
          placeholder={words.filter}
          spellCheck={false}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={onFieldKey}
        />
      </div>
      {open.length === 0 ? <p className={styles.none}>{query === '' ? words.none : words.noMatch}</p> : null}
      {/* The keys of the cards in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={grid} className={styles.grid} aria-label={words.agents} data-takes-letters onKeyDown={onCardKey}>
        {open.map((agent) => (
          <AgentCard key={agent.id} agent={agent} onChoose={() => goTo(agent.id)} />
        ))}
      </ul>
      <p className={styles.hint}>{words.keys}</p>
    </Dialog>
  )
}

/** Returns the open agents whose name or model contains every word, in the order of their panes. */
function useOpenAgents(query: string): readonly AgentSummary[] {
  const layout = useLayout((state) => state)
  const agents = useTree((state) => state.agents)
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  return openAgents(layout).flatMap((id) => {
    const agent = agents.get(id)
    if (agent === undefined) return []
    const text = `${agentName(agent)} ${agent.choice?.model ?? ''}`.toLowerCase()
    return wanted.every((word) => text.includes(word)) ? [agent] : []
  })
}

/** Returns the index of the card that a key moves to, -1 for the field above; null: it is another key. */
function cardTo(key: string, index: number, cards: readonly HTMLElement[]): number | null {
  const columns = cards.filter((card) => card.offsetTop === cards[0]?.offsetTop).length
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  if (key === 'Home') return 0
  if (key === 'End') return cards.length - 1
  const step = steps[key]
  return step === undefined ? null : Math.max(-1, Math.min(cards.length - 1, index + step))
}

function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}
