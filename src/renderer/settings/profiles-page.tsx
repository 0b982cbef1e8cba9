import { useState } from 'react'

import { PROFILES } from '../../shared/config-entries.ts'
import type { ModelList } from '../../shared/model-info.ts'
import {
  BUILT_IN_PROFILES,
  isBuiltInProfile,
  type ProfileEntry,
  profileEntrySchema,
  profileNames,
} from '../../shared/profile.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import { specTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryView, useRemoveEntry } from './entry-view.tsx'
import styles from './entry.module.css'
import { ProfileFields } from './profile-fields.tsx'
import { useConfiguration } from './use-configuration.ts'

const common = texts.settingsDialog
const words = texts.profiles

/** The built-in profiles, then those of config.json. */
export function ProfilesPage() {
  const config = useConfiguration()
  /** What a new profile begins with; null: none is being added. */
  const [added, setAdded] = useState<ProfileEntry | null>(null)
  if (config === null) return <p className={formStyles.lead}>{common.loading}</p>
  return (
    <div className={formStyles.settings}>
      {profileNames(config.profiles).map((name) => (
        <ProfileView key={name} name={name} own={ownEntry(name, config.profiles)} onDuplicate={setAdded} />
      ))}
      {added === null ? (
        <Button onClick={() => setAdded({})}>{words.add}</Button>
      ) : (
        <ProfileEditor name={null} profile={added} onDone={() => setAdded(null)} />
      )}
    </div>
  )
}

/** Returns an entry of config.json; null: the profile is built in. */
function ownEntry(name: string, profiles: Readonly<Record<string, ProfileEntry>>): ProfileEntry | null {
  return Object.hasOwn(BUILT_IN_PROFILES, name) ? null : (profiles[name] ?? null)
}

function builtInEntry(name: string): ProfileEntry {
  const profile = BUILT_IN_PROFILES[name]
  return profile === undefined ? {} : PROFILES.show(profile)
}

interface ProfileViewProps {
  readonly name: string
  readonly own: ProfileEntry | null
  onDuplicate(profile: ProfileEntry): void
}

function ProfileView({ name, own, onDuplicate }: ProfileViewProps) {
  const { config: configActions } = useActions()
  const removeEntry = useRemoveEntry()
  const list = useModels((state) => state.list)
  const profile = own ?? builtInEntry(name)
  const set = (entry: ProfileEntry | null) => configActions.update({ profiles: { [name]: entry } })
  return (
    <EntryView
      label={words.profile({ name })}
      name={name}
      state={<span className={styles.entryState}>{own === null ? words.builtIn : ''}</span>}
      buttons={
        <Button tone="quiet" aria-label={words.duplicateProfile({ name })} onClick={() => onDuplicate(profile)}>
          {words.duplicate}
        </Button>
      }
      content={
        <p className={styles.entryNote}>
          {isBuiltInProfile(name) ? words.builtInText[name] : profileText(profile, list)}
        </p>
      }
      editor={own === null ? null : (onDone) => <ProfileEditor name={name} profile={own} onDone={onDone} />}
      onRemove={() => void removeEntry(profile, words.removed({ name }), set)}
    />
  )
}

interface ProfileEditorProps {
  readonly name: string | null
  readonly profile: ProfileEntry
  onDone(): void
}

function ProfileEditor({ name, profile, onDone }: ProfileEditorProps) {
  const { config: configActions } = useActions()
  const known = useConfiguration()?.profiles ?? {}
  return (
    <EntryForm
      form={words.form}
      name={name}
      entry={profile}
      schema={profileEntrySchema}
      jsonHint={words.jsonHint}
      Fields={ProfileFields}
      onDone={onDone}
      onSave={async (chosen, entry) => {
        if (name === null && profileNames(known).includes(chosen)) return words.taken({ name: chosen })
        return configActions.update({ profiles: { [chosen]: entry } })
      }}
    />
  )
}

/** A description, or what the profile sets. */
function profileText({ description, model, tools, sandbox }: ProfileEntry, list: ModelList | null): string {
  if (description !== undefined) return visibleText(description)
  const shown = model === undefined ? undefined : specTitle(list, model)
  const parts = [shown, tools === undefined ? undefined : words.toolCount({ tools: tools.length }), sandbox].filter(
    Boolean,
  )
  return parts.length === 0 ? words.noDescription : visibleText(parts.join(' · '))
}
