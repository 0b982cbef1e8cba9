import { Menu } from '@base-ui/react/menu'
import { Check, Folder, FolderOpen, GitBranch } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'

import type { AgentFolder } from '../../shared/agent-folder.ts'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import { baseName } from '../../shared/path-below.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useFolders, useTree } from '../hooks/use-stores.ts'
import menuStyles from '../parts/menu.module.css'
import { texts } from '../text/texts.ts'
import styles from './folder-chip.module.css'

const words = texts.prompt.folder

/**
 * The folder in which the tools of an agent work. Its menu has the folder that the engine was started in, the folders that
 * agents worked in last, and all other ways to choose one. Nothing is chosen before a user does.
 */
export function FolderChip({ agent }: { agent: AgentSummary }) {
  const { folders: actions } = useActions()
  const folder = useFolders(({ folders }) => folders.get(agent.id) ?? null)
  useEffect(() => void actions.load(agent.id), [actions, agent.id])
  if (folder === null || agent.status === 'killed' || agent.otherHome !== undefined) return null
  const isChosen = folder.chosenFor !== null
  const name = isChosen ? visibleText(baseName(folder.folder), 'shown') : words.none
  return (
    <Menu.Root>
      <Menu.Trigger
        className={styles.chip}
        aria-label={words.label({ folder: name })}
        title={visibleText(folder.folder, 'shown')}
      >
        <Folder aria-hidden />
        <span className={styles.text}>{name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" sideOffset={8} align="start">
          <Menu.Popup className={menuStyles.popup} aria-label={words.menu} finalFocus={() => promptElement(agent.id)}>
            <FolderItems agent={agent} folder={folder} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function FolderItems({ agent, folder }: { agent: AgentSummary; folder: AgentFolder }) {
  const { dialogs, notices } = useStores()
  const { folders: actions } = useActions()
  const agents = useTree((state) => state.agents)
  const offered = folder.offered ?? null
  const recent = recentFolders(agents.values()).filter((path) => path !== offered)
  async function choose(path: string | null): Promise<void> {
    const refusal = await actions.set(agent.id, path)
    if (refusal !== null) notices.show(agent.id, refusal)
  }
  async function makeWorktree(): Promise<void> {
    const refusal = await actions.makeWorktree(agent.id)
    if (refusal !== null) notices.show(agent.id, refusal)
  }
  return (
    <>
      {offered === null ? null : (
        <FolderItem path={offered} note={words.startedHere} onChoose={() => void choose(offered)} />
      )}
      {recent.map((path) => (
        <FolderItem
          key={path}
          path={path}
          isCurrent={path === folder.folder}
          note={path}
          onChoose={() => void choose(path)}
        />
      ))}
      {offered === null && recent.length === 0 ? null : <Menu.Separator className={menuStyles.separator} />}
      {folder.chosenFor === agent.id ? (
        <Item onChoose={() => void choose(null)}>{agent.parentId === null ? words.none : words.parents}</Item>
      ) : null}
      {folder.canHaveWorktrees === true && agent.worktree === undefined ? (
        <Item onChoose={() => void makeWorktree()}>
          <GitBranch aria-hidden /> {words.ownWorktree}
        </Item>
      ) : null}
      <Item onChoose={() => dialogs.setState({ dialog: { type: 'folder', agentId: agent.id } })}>
        <FolderOpen aria-hidden /> {words.other}
      </Item>
    </>
  )
}

interface FolderItemProps {
  readonly path: string
  readonly isCurrent?: boolean
  /** Why it is there, or where it is. */
  readonly note: string
  onChoose(): void
}

function FolderItem({ path, isCurrent = false, note, onChoose }: FolderItemProps) {
  return (
    <Item onChoose={onChoose}>
      {isCurrent ? <Check aria-hidden /> : <Folder aria-hidden />}
      <span title={visibleText(path, 'shown')}>{visibleText(baseName(path), 'shown')}</span>
      <span className={`${menuStyles.note} ${styles.path}`}>{visibleText(note, 'shown')}</span>
    </Item>
  )
}

function Item({ onChoose, children }: { readonly children: ReactNode; onChoose(): void }) {
  return (
    <Menu.Item className={menuStyles.item} onClick={onChoose}>
      {children}
    </Menu.Item>
  )
}

const MAX_RECENT = 6

/**
 * Returns the folders that agents of this home worked in last, newest first, each once. Worktrees are left out: each
 * belongs to one agent.
 */
export function recentFolders(agents: Iterable<AgentSummary>): readonly string[] {
  const newestFirst = [...agents]
    .filter(({ worktree, otherHome }) => worktree === undefined && otherHome === undefined)
    .toSorted((a, b) => lastActive(b).localeCompare(lastActive(a)))
  return [...new Set(newestFirst.flatMap(({ folder }) => folder ?? []))].slice(0, MAX_RECENT)
}

/** ISO 8601, UTC: ordered as text. */
function lastActive({ lastActivityAt, createdAt }: AgentSummary): string {
  return lastActivityAt ?? createdAt
}
