import { Menu } from '@base-ui/react/menu'
import { Switch } from '@base-ui/react/switch'
import { Tabs } from '@base-ui/react/tabs'
import { Ellipsis, Plus, Scale, X } from 'lucide-react'

import { MAX_COMPARED } from '../../shared/comparison-size.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { BranchSign } from '../parts/branch-sign.tsx'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import menuStyles from '../parts/menu.module.css'
import { agentName } from '../store/agent-name.ts'
import { COMPARISON_TABS, type Comparison } from '../store/comparison.ts'
import { commandTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import type { ColumnIdentity } from './column-identity.ts'
import choiceStyles from '../parts/choices.module.css'
import styles from './compare-header.module.css'

const words = texts.compare

/** From this number of columns on, letters go to a column: not all of them fit into most windows. */
const LETTERS_FROM = 4

interface CompareHeaderProps {
  readonly comparison: Comparison
  readonly columns: readonly ColumnIdentity[]
}

/** The name of the comparison, what is shown of it, and what can be done with all answers. */
export function CompareHeader({ comparison, columns }: CompareHeaderProps) {
  const { dialogs } = useStores()
  const { compare } = useActions()
  const { id, agents } = comparison
  const ask = (task: 'merge' | 'judge') => () => dialogs.setState({ dialog: { type: 'answers', comparison: id, task } })
  const add = () => dialogs.setState({ dialog: { type: 'add_column', comparison: id } })
  const isFull = agents.length >= MAX_COMPARED
  return (
    <header className={styles.bar}>
      <CommonAgent ids={agents} />
      <span className={styles.space} />
      <Tabs.List className={`${choiceStyles.choices} ${styles.tabList}`} aria-label={words.show}>
        {COMPARISON_TABS.map((value) => (
          <Tabs.Tab key={value} value={value} className={`${choiceStyles.choice} ${styles.tab}`} data-tab={value}>
            {words.tabs[value]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <HideNames comparison={comparison} />
      {columns.length < LETTERS_FROM ? null : <LetterBar columns={columns} />}
      <span className={styles.acts}>
        <Button onClick={ask('merge')}>
          <BranchSign of="merge" /> {words.merge}
        </Button>
        <Button onClick={ask('judge')}>
          <Scale size={14} aria-hidden /> {words.judge}
        </Button>
        <IconButton label={words.addColumn} disabled={isFull} onClick={add}>
          <Plus />
        </IconButton>
      </span>
      <MoreActs comparison={comparison} onMerge={ask('merge')} onJudge={ask('judge')} onAdd={isFull ? null : add} />
      <IconButton label={words.leave} onClick={compare.leave}>
        <X />
      </IconButton>
    </header>
  )
}

/** What all have in common: one of them that is the parent of the others, or the parent of all. */
function CommonAgent({ ids }: { ids: readonly string[] }) {
  const agent = useTree(({ agents }) => {
    const root = ids.find((id) => ids.every((other) => other === id || agents.get(other)?.parentId === id))
    const parents = new Set(ids.map((id) => agents.get(id)?.parentId ?? null))
    const common = root ?? (parents.size === 1 ? [...parents][0] : null)
    return agents.get(common ?? '')
  })
  if (agent === undefined) return <h2 className={styles.title}>{words.title({ agents: ids.length })}</h2>
  return (
    <>
      <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
      <h2 className={styles.title}>{agentName(agent)}</h2>
    </>
  )
}

function HideNames({ comparison }: { comparison: Comparison }) {
  const { compare } = useActions()
  return (
    <label className={styles.switch}>
      <Switch.Root
        className={styles.switchBox}
        checked={comparison.hidden !== null}
        onCheckedChange={() => compare.toggleNames(comparison)}
      >
        <Switch.Thumb className={styles.switchThumb} />
      </Switch.Root>
      {words.blind.hide}
    </label>
  )
}

function LetterBar({ columns }: { columns: readonly ColumnIdentity[] }) {
  const { layout } = useStores()
  return (
    <span className={styles.letters} role="group" aria-label={words.goToColumn}>
      {columns.map(({ agentId, letter, name }) => (
        <Button key={agentId} tone="quiet" title={name} onClick={() => layout.dispatch({ type: 'focus', agentId })}>
          {letter}
        </Button>
      ))}
    </span>
  )
}

interface MoreActsProps {
  readonly comparison: Comparison
  onMerge(): void
  onJudge(): void
  /** Null: there are as many columns as there may be. */
  readonly onAdd: (() => void) | null
}

/** What does not fit into a narrow header, and what is rare. */
function MoreActs({ comparison, onMerge, onJudge, onAdd }: MoreActsProps) {
  const { comparisons, dialogs } = useStores()
  const { compare, popOuts } = useActions()
  const { id } = comparison
  return (
    <Menu.Root>
      <Menu.Trigger render={<IconButton label={words.more} />}>
        <Ellipsis />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className={menuStyles.popup}>
            {COMPARISON_TABS.map((tab) => (
              <Menu.Item
                key={tab}
                className={menuStyles.item}
                onClick={() => comparisons.dispatch({ type: 'tab', id, tab })}
              >
                {words.tabs[tab]}
              </Menu.Item>
            ))}
            <Menu.Separator className={menuStyles.separator} />
            <Menu.Item className={menuStyles.item} onClick={() => compare.toggleNames(comparison)}>
              {comparison.hidden === null ? words.blind.hide : words.blind.show}
            </Menu.Item>
            <Menu.Item className={menuStyles.item} onClick={onMerge}>
              {words.merge}
            </Menu.Item>
            <Menu.Item className={menuStyles.item} onClick={onJudge}>
              {words.judge}
            </Menu.Item>
            <Menu.Item className={menuStyles.item} disabled={onAdd === null} onClick={() => onAdd?.()}>
              {words.addColumn}
            </Menu.Item>
            <Menu.Item className={menuStyles.item} onClick={() => dialogs.setState({ dialog: { type: 'compare' } })}>
              {words.others}
            </Menu.Item>
            <Menu.Item className={menuStyles.item} onClick={() => popOuts.open({ agents: comparison.agents })}>
              {commandTitle('pane.popOut')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
