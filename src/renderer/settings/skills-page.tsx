import { useEffect, useState } from 'react'

import { type ListedSkill, serversText } from '../../shared/skill.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { useLayout } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import rowStyles from './setting-rows.module.css'

const words = texts.skills

/** The skills and plugins of the focused agent's folder and of the user. */
export function SkillsPage() {
  const { folders } = useActions()
  const agentId = useLayout((layout) => layout.focused)
  const [skills, setSkills] = useState<readonly ListedSkill[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [shown, setShown] = useState<{ readonly path: string; readonly text: string } | null>(null)
  useEffect(() => void folders.skills(agentId).then(setSkills), [folders, agentId])

  async function change(skill: ListedSkill): Promise<void> {
    setFailure(await folders.switchSkill(skill.path, skill.state === 'off'))
    setSkills(await folders.skills(agentId))
  }
  async function show({ path }: ListedSkill): Promise<void> {
    setShown(shown?.path === path ? null : { path, text: await folders.skillText(agentId, path) })
  }

  if (skills === null) return <p className={formStyles.lead}>{words.loading}</p>
  if (skills.length === 0) return <p className={formStyles.none}>{words.none}</p>
  return (
    <div className={formStyles.settings}>
      <ul className={rowStyles.rows} aria-label={words.list}>
        {skills.map((skill) => (
          <li key={skill.path}>
            <SkillRow skill={skill} onShow={() => void show(skill)} onChange={() => void change(skill)} />
            {shown?.path === skill.path ? <pre className={rowStyles.shown}>{visibleText(shown.text)}</pre> : null}
          </li>
        ))}
      </ul>
      <FailureNote failure={failure} />
    </div>
  )
}

interface SkillRowProps {
  readonly skill: ListedSkill
  onShow(): void
  onChange(): void
}

function SkillRow({ skill, onShow, onChange }: SkillRowProps) {
  const { state, reason, notes, description, path } = skill
  const name = visibleText(skill.name, 'shown')
  const isReadable = state === 'on' || state === 'off'
  const about = [reason === '' ? description : words.notUsed({ reason }), serversText(skill.serverNames) ?? [], notes]
    .flat()
    .join(' · ')
  return (
    <div className={rowStyles.row} title={visibleText(path, 'shown')}>
      <span className={rowStyles.rowText}>
        <span className={rowStyles.entryName}>{skill.isPlugin === true ? words.plugin({ name }) : name}</span>
        <span className={rowStyles.rowHint}>{visibleText(about)}</span>
        <span className={rowStyles.rowHint}>{visibleText(path, 'shown')}</span>
      </span>
      {isReadable ? (
        <>
          <Button tone="quiet" aria-label={words.showSkill({ name })} onClick={onShow}>
            {words.show}
          </Button>
          <input type="checkbox" aria-label={words.use({ name })} checked={state === 'on'} onChange={onChange} />
        </>
      ) : null}
    </div>
  )
}
