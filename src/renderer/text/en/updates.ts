import { UPDATE_REFUSALS, type UpdateRefusal } from '../../../shared/app-update.ts'

const REFUSALS: Readonly<Record<UpdateRefusal, string>> = UPDATE_REFUSALS

/** Settings › About: newer versions. */
export const updates = {
  title: 'Updates',
  channel: 'Newer versions',
  channels: { stable: 'Finished ones', preview: 'Also previews', off: 'Do not look' },
  state: 'This version',
  newest: ({ version }: { version: string }) => `${version} is the newest version.`,
  unknown: ({ version }: { version: string }) => `${version}`,
  newer: ({ version, newest }: { version: string; newest: string }) => `${newest} is newer than this one, ${version}.`,
  checkedAt: ({ date }: { date: string }) => `Looked on ${date}.`,
  check: 'Look now',
  checking: 'Looking…',
  install: 'Install and restart',
  load: 'Load',
  loading: 'Loading…',
  installing: 'Restarting…',
  installAnyway: 'Restart while agents run',
  hint: 'The list of versions and the file are checked with a key of ikigai before anything is replaced, and the copy for upgrades is completed first.',
  run: ({ command }: { command: string }) => `Run: ${command}`,
  refusals: REFUSALS,
  news: 'What is new',
  noNews: 'Nothing is noted about this version.',
}
