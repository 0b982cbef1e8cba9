import { advice } from '../../../shared/advice.ts'
import { counted } from '../../../shared/counted.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { CopyFacts, UpgradeFacts, UpgradePlan, UpgradeReport } from '../ports/upgrade-ports.ts'

/**
 * Decides how a database moves to another major version of PostgreSQL. Null: it is of the right one. `time`: of the
 * name under which the present folder is kept. REFUSED if there is nothing complete to read from; the message says what to do.
 */
export function planUpgrade(
  facts: UpgradeFacts,
  { olderCopy, time }: { readonly olderCopy: boolean; readonly time: string },
): Result<UpgradePlan | null> {
  const { home, found, own, copy, cleanEnd, programs } = facts
  if (found === null)
    return refuse(
      `There is no database in ${home}, or its version cannot be read. Start ikigai: it says what can be done.`,
    )
  if (found === own) return ok(null)
  if (found > own) return refuse(`${writtenBy(facts)} Nothing was changed. Update ikigai.`)
  if (copy !== null && typeof copy !== 'string' && !copy.isReadable) {
    return refuse(
      `${writtenBy(facts)} Its tables are of another version of ikigai, and this one cannot read them. Nothing was changed. ${advice('move_former_log')}`,
    )
  }
  const usable = copy !== null && typeof copy !== 'string' && copy.damages === 0 ? copy : null
  const isComplete = usable !== null && usable.madeAt === cleanEnd
  const kept = `${home}.${found}-${time}`
  const plan = (source: UpgradePlan['source'], first: string): Result<UpgradePlan> =>
    ok({ source, home, kept, text: planText(facts, kept, first) })
  const rights = usable?.isProven === false ? ` ${NOT_PROVEN}` : ''
  // The old programs read the database itself, which needs no proof.
  if (isComplete && (usable.isProven || programs === null))
    return plan('copy', `Read the copy in ${facts.copyFolder}: ${contentText(usable)}. It holds everything.${rights}`)
  if (programs !== null) {
    return plan(
      'programs',
      `Start the database once with the programs of PostgreSQL ${found} in ${programs}, and complete the copy in ${facts.copyFolder}.`,
    )
  }
  if (usable !== null && olderCopy) {
    return plan(
      'copy',
      `Read the copy in ${facts.copyFolder}: ${contentText(usable)}. What was recorded after that is left out; it stays in the old folder.${rights}`,
    )
  }
  return refuse(
    [`${writtenBy(facts)} Nothing was changed.`, whyNotCopy(facts, usable), waysOut(facts, usable)].join('\n'),
  )
}

const NOT_PROVEN =
  'Its signature does not prove that this machine made it, so it brings content and no rights: rules, trust, sandbox levels and folders of agents are left out and listed. With the programs of the older PostgreSQL (`--programs`) they are kept.'

/** Says what was done, and where the way back begins. */
export function upgradedText({ own, agents, events, blobs, kept, withheld }: Omit<UpgradeReport, 'text'>): string {
  const left = withheld.length === 0 ? '' : ` Without ${counted(withheld.length, 'right')} that the copy did not prove.`
  const content = `${counted(agents, 'agent')}, ${counted(events, 'event')} and ${counted(blobs, 'file')}`
  return `Upgraded to PostgreSQL ${own} and verified: ${content}.${left} The old database is kept in ${kept}; delete it when you do not need the way back.`
}

function writtenBy({ home, found, own }: UpgradeFacts): string {
  return `The database in ${home} was written by PostgreSQL ${found}, and this version of ikigai brings PostgreSQL ${own}.`
}

function whyNotCopy({ copy, copyFolder }: UpgradeFacts, usable: CopyFacts | null): string {
  if (usable !== null) {
    return `The copy in ${copyFolder} holds ${contentText(usable)}. ikigai was used after that and did not end cleanly, so the copy may lack what was recorded then.`
  }
  if (copy === null) return `There is no copy for upgrades in ${copyFolder}.`
  return typeof copy === 'string'
    ? `The copy in ${copyFolder} cannot be used: ${copy}`
    : `The copy in ${copyFolder} is damaged (${counted(copy.damages, 'file')}). ${advice('name_damaged_files')}`
}

function waysOut({ found }: UpgradeFacts, usable: CopyFacts | null): string {
  return [
    'Do one of these:',
    '- Start the version of ikigai that wrote the database, close it again, and ' + advice('upgrade_again'),
    `- Install the programs of PostgreSQL ${found} (on Debian \`apt install postgresql-${found}\`) and ${advice('upgrade_with_programs')}`,
    ...(usable === null ? [] : [`- ${advice('upgrade_older_copy')}`]),
  ].join('\n')
}

function planText(facts: UpgradeFacts, kept: string, first: string): string {
  const { home, own } = facts
  return [
    writtenBy(facts),
    'What will happen:',
    `1. ${first}`,
    `2. Make a database of PostgreSQL ${own} beside the present one, fill it, compare its events with the copy and verify their hashes.`,
    `3. Only if all of that succeeds, rename ${home} to ${kept} and put the new one in its place.`,
    'The way back: close ikigai everywhere, then',
    `  mv '${home}' '${home}.${own}' && mv '${kept}' '${home}'`,
    'and start the version of ikigai that wrote it. It lacks what was recorded after the upgrade.',
  ].join('\n')
}

function contentText({ agents, events, madeAt }: CopyFacts): string {
  return `${counted(agents, 'agent')} and ${counted(events, 'event')} of ${madeAt}`
}
