import { describedProfiles } from '../../shared/profile.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useConfig } from '../hooks/use-stores.ts'
import { texts } from '../text/texts.ts'
import styles from './fork-dialog.module.css'

const words = texts.fork

interface ForkProfileProps {
  /** The agent to fork. */
  readonly agentId: AgentId
  /** Null: that of the agent. */
  readonly profile: string | null
  onChoose(profile: string | null): void
}

/** Choice of the profile that the children have. */
export function ForkProfile({ agentId, profile, onChoose }: ForkProfileProps) {
  const inherited = useAgent(agentId)?.profile?.name
  const profiles = describedProfiles(useConfig(({ config }) => config?.profiles) ?? {})
  const chosen = profiles.find(({ name }) => name === profile)
  return (
    <label className={styles.field}>
      <span className={styles.label}>{words.profile}</span>
      <select
        className={styles.choice}
        title={visibleText(chosen?.description ?? '')}
        value={profile ?? ''}
        onChange={(change) => onChoose(change.target.value === '' ? null : change.target.value)}
      >
        <option value="">
          {inherited === undefined ? words.noProfile : words.sameProfile({ profile: visibleText(inherited) })}
        </option>
        {profiles.map(({ name }) => (
          <option key={name} value={name}>
            {visibleText(name)}
          </option>
        ))}
      </select>
    </label>
  )
}
