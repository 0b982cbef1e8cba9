import { describedProfiles, isBuiltInProfile } from '../../shared/profile.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useConfig } from '../hooks/use-stores.ts'
import { PickDialog, PickGroup, PickItem } from '../parts/pick-dialog.tsx'
import { texts } from '../text/texts.ts'

const words = texts.agentDialogs.profile

/** Choice of the profile of a new agent. */
export function ProfileDialog() {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const profiles = describedProfiles(useConfig(({ config }) => config?.profiles) ?? {})
  const close = () => dialogs.close()
  return (
    <PickDialog label={words.title} placeholder={words.placeholder} none={texts.common.noResults} onClose={close}>
      <PickGroup heading={words.group}>
        {profiles.map(({ name, description }) => (
          <PickItem
            key={name}
            id={name}
            label={visibleText(name)}
            detail={isBuiltInProfile(name) ? texts.profiles.builtInText[name] : visibleText(description)}
            onChoose={() => {
              close()
              void agents.createRoot({ profile: name })
            }}
          />
        ))}
      </PickGroup>
    </PickDialog>
  )
}
