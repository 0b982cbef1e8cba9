import { Folder, GitBranch } from 'lucide-react'

import type { PendingApproval } from '../../shared/approval.ts'
import { baseName, pathBelow } from '../../shared/path-below.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { texts } from '../text/texts.ts'
import styles from './approval-question.module.css'
import callStyles from './call-question.module.css'
import { shownText } from './shown-text.ts'

const words = texts.approvals

/** Kinds of access that happen in the agent's folder. */
const IN_FOLDER: ReadonlySet<PendingApproval['access']> = new Set(['execute', 'read', 'write'])

/** The folder that a call acts in, or its worktree. Nothing for what has no place, and for files elsewhere. */
export function ApprovalPlace({ approval }: { approval: PendingApproval }) {
  const agent = useAgent(approval.agentId)
  const isFile = approval.access !== 'execute'
  if (agent?.folder === undefined || !IN_FOLDER.has(approval.access) || (isFile && !approval.isInFolder)) return null
  const { folder, worktree } = agent
  return (
    <span className={callStyles.place} title={shownText(folder)}>
      {worktree === undefined ? <Folder aria-hidden /> : <GitBranch aria-hidden />}
      {worktree === undefined ? shownText(baseName(folder)) : words.worktree({ branch: shownText(worktree) })}
    </span>
  )
}

/** What a call acts on: a file of the agent's folder by its path in it, which stands beside the question. */
export function ApprovalSubject({ approval }: { approval: PendingApproval }) {
  const folder = useAgent(approval.agentId)?.folder
  const { access, subject, link } = approval
  const isFile = (access === 'read' || access === 'write') && approval.effects === undefined
  const below = isFile && link === undefined && folder !== undefined ? pathBelow(folder, subject) : null
  return (
    <pre className={styles.subject} title={below === null ? undefined : shownText(subject)}>
      {shownText(below ?? subject)}
    </pre>
  )
}
