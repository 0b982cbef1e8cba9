import { Menu } from '@base-ui/react/menu'
import { ChevronDown, Folder } from 'lucide-react'
import type { ReactNode } from 'react'

import type { ReviewScope } from '../../shared/file-changes.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useStores } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useTree } from '../hooks/use-stores.ts'
import menuStyles from '../parts/menu.module.css'
import type { ReviewSubject } from '../store/window-view-store.ts'
import { texts } from '../text/texts.ts'
import { type AgentsFolder, foldersOfAgents, lastPart } from './folder-agents.ts'
import styles from './review.module.css'

const words = texts.changes.view

interface ScopeMenuProps {
  readonly subject: ReviewSubject
  /** What is compared with commits; null: recorded changes are shown. */
  readonly compared: ReviewScope | null
  /** Null: the recorded changes. */
  onCompared(scope: ReviewScope | null): void
  /** Opens the field for a branch or commit. */
  onAskBase(): void
}

/** Chooses which changes are reviewed: of all agents in the folder, of one, of one turn, or what differs from a commit. */
export function ScopeMenu({ subject, compared, onCompared, onAskBase }: ScopeMenuProps) {
  const { windowView } = useStores()
  const { agentId } = subject
  const agent = useAgentName(agentId)
  const show = (shown: ReviewSubject) => () => {
    onCompared(null)
    windowView.showChanges(shown)
  }
  const isTurn = subject.type === 'agent' && subject.scope.type !== 'agent'
  return (
    <ChipMenu label={words.scope} value={compared === null ? subjectText(subject, agent) : comparedText(compared)}>
      <Menu.Item className={menuStyles.item} onClick={show({ type: 'folder', agentId })}>
        {words.everyAgent}
      </Menu.Item>
      <Menu.Item className={menuStyles.item} onClick={show({ type: 'agent', agentId, scope: { type: 'agent' } })}>
        {words.onlyAgent({ agent })}
      </Menu.Item>
      {isTurn ? (
        <Menu.Item className={menuStyles.item} onClick={show(subject)}>
          {words.onlyTurn({ agent })}
        </Menu.Item>
      ) : null}
      <Menu.Separator className={menuStyles.separator} />
      <Menu.Item className={menuStyles.item} onClick={onAskBase}>
        {words.compareWith}
      </Menu.Item>
    </ChipMenu>
  )
}

function subjectText(subject: ReviewSubject, agent: string): string {
  if (subject.type === 'folder') return words.everyAgent
  return subject.scope.type === 'agent' ? words.onlyAgent({ agent }) : words.onlyTurn({ agent })
}

function comparedText(scope: ReviewScope): string {
  if (scope.type === 'base') return words.since({ base: visibleText(scope.base) })
  return scope.type === 'range' ? `${visibleText(scope.from)}..${visibleText(scope.to)}` : ''
}

interface FolderMenuProps {
  /** The folder whose changes are shown; null: not known yet. */
  readonly folder: string | null
}

/** Chooses another folder in which agents work. Nothing where they all work in one. */
export function FolderMenu({ folder }: FolderMenuProps) {
  const { windowView } = useStores()
  const agents = useTree((state) => state.agents)
  const folders = foldersOfAgents(agents)
  if (folder === null || folders.length < 2) return null
  const current = folders.find((each) => each.folder === folder)
  return (
    <ChipMenu
      label={words.folder}
      icon={<Folder aria-hidden />}
      value={current === undefined ? lastPart(folder) : folderText(current)}
    >
      {folders.map((each) => (
        <Menu.Item
          key={each.folder}
          className={menuStyles.item}
          title={visibleText(each.folder)}
          onClick={() => windowView.showChanges({ type: 'folder', agentId: each.agentId })}
        >
          {folderText(each)}
          <span className={menuStyles.note}>{visibleText(each.folder)}</span>
        </Menu.Item>
      ))}
    </ChipMenu>
  )
}

function folderText({ folder, isWorktree }: AgentsFolder): string {
  const name = visibleText(lastPart(folder))
  return isWorktree ? words.worktreeOf({ folder: name }) : name
}

interface ChipMenuProps {
  readonly label: string
  readonly value: string
  readonly icon?: ReactNode
  readonly children: ReactNode
}

function ChipMenu({ label, value, icon, children }: ChipMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.chip} aria-label={`${label}: ${value}`}>
        {icon}
        <span className={styles.cut}>{value}</span>
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start">
          <Menu.Popup className={menuStyles.popup}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
