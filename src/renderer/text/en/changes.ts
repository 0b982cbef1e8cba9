import { figuresText, NOT_LOOKED_AT } from '../../../shared/change-figures.ts'
import { plural } from './plural.ts'

/** Changes of files: the review, undoing, and applying those of a worktree. */
export const changes = {
  title: ({ agent }: { agent: string }) => `Changes of “${agent}”`,
  none: 'No files changed.',
  notLookedAt: NOT_LOOKED_AT,
  shared: 'Other calls wrote in the folder at the same time; some changes may be theirs.',
  notSaved: ({ files }: { files: string }) => `Not saved: ${files}`,
  neverSaved: ({ files }: { files: string }) =>
    `Protected, so their contents are not stored, and an undo leaves them as they are: ${files}`,
  notApplied: ({ files }: { files: string }) =>
    `Not applied, because they are in repositories inside the folder, such as submodules: ${files}`,
  files: 'Changed files',
  statuses: { added: 'added', modified: 'modified', deleted: 'deleted' },
  figures: figuresText,
  kept: 'Kept',
  binary: 'binary',
  outside: 'Changed outside',
  unsure: 'Not certain whose',
  unrecorded: ({ reason }: { reason: string }) => `What a call changed in files was not recorded. ${reason}`,
  notStored: 'Not stored here',
  undone: 'Undone',
  changedSince: 'Changed since',
  part: ({ part, parts }: { part: number; parts: number }) => `Part ${part} of ${parts}`,
  partOf: ({ file, part }: { file: string; part: number }) => `Changes of ${file}, part ${part}`,
  undoAll: 'Undo all',
  undoAllOf: 'Undo all…',
  undoFile: 'Undo file',
  openFile: 'Open in editor',
  savePatch: 'Save as patch…',
  sides: { left: 'Before', right: 'After' },
  view: {
    title: ({ folder }: { folder: string }) => `Changes in ${folder}`,
    leave: 'Back to the panes',
    scope: 'Which changes',
    everyAgent: 'All agents here',
    onlyAgent: ({ agent }: { agent: string }) => `“${agent}” only`,
    onlyTurn: ({ agent }: { agent: string }) => `One turn of “${agent}”`,
    compareWith: 'Compare with a branch or commit…',
    since: ({ base }: { base: string }) => `Since ${base}`,
    folder: 'Folder',
    worktreeOf: ({ folder }: { folder: string }) => `Worktree ${folder}`,
    progress: ({ kept, files }: { kept: number; files: number }) => `${kept} of ${files} reviewed`,
    layout: 'Layout',
    split: 'Split',
    unified: 'Unified',
    publish: 'Publish…',
    keepAll: 'Keep all',
    keep: 'Keep',
    reviewed: 'Reviewed',
    reviewedFile: ({ file }: { file: string }) => `Reviewed ${file}`,
    filter: 'Filter files',
    filesOf: ({ whose }: { whose: string }) => `Files: ${whose}`,
    fileCount: ({ files }: { files: number }) => plural(files, { one: '1 file', other: `${files} files` }),
    undoOf: ({ agent }: { agent: string }) => `Undo all of “${agent}”`,
    owners: { compared: 'All that differs', outside: 'Changed outside', unsure: 'Not certain whose' },
    quoted: ({ name }: { name: string }) => `“${name}”`,
    unsureReason: ({ agents }: { agents: string }) => `Changed while ${agents} ran a command.`,
    alsoWrites: ({ agents, count }: { agents: string; count: number }) =>
      plural(count, { one: `${agents} writes here too.`, other: `${agents} write here too.` }),
    addedLines: ({ lines }: { lines: string }) => `+${lines}`,
    removedLines: ({ lines }: { lines: string }) => `−${lines}`,
    differences: 'Differences',
    unchanged: ({ lines }: { lines: number }) =>
      plural(lines, { one: '1 unchanged line', other: `${lines} unchanged lines` }),
    prompted: ({ prompt }: { prompt: string }) => `“${prompt}”`,
    fileKeys: 'file',
    partKeys: 'part',
    commentKey: 'comment',
  },
  base: {
    label: 'Compare with',
    placeholder: 'Branch, commit or A..B',
    compare: 'Compare',
    own: 'Show recorded changes',
    compared: ({ from, to, commits }: { from: string; to: string | null; commits: number }) => {
      const between = plural(commits, { one: '1 commit', other: `${commits} commits` })
      return to === null
        ? `Everything in the folder since ${from}, also what is not committed: ${between}.`
        : `From ${from} to ${to}: ${between}.`
    },
    commits: 'Commits in between',
    more: ({ commits }: { commits: number }) => `and ${commits} more`,
  },
  comments: {
    label: 'Comments',
    comment: 'Comment',
    commentOn: ({ line, isOld }: { line: number; isOld: boolean }) =>
      isOld ? `Comment on removed line ${line}` : `Comment on line ${line}`,
    form: 'Comment on lines',
    from: 'From line',
    to: 'to line',
    removed: 'as numbered before the change',
    text: 'Comment',
    add: 'Add comment',
    edit: 'Edit',
    remove: 'Remove',
    on: ({ place }: { place: string }) => `Comment on ${place}`,
    yours: ({
      line,
      endLine,
      isOld,
      agent,
    }: {
      line: number
      endLine: number
      isOld: boolean
      agent: string | null
    }) => {
      const lines = line === endLine ? `line ${line}` : `lines ${line} to ${endLine}`
      return `Your comment on ${isOld ? 'removed ' : ''}${lines}${agent === null ? '' : `, for “${agent}”`}`
    },
    count: ({ comments }: { comments: number }) =>
      plural(comments, { one: '1 comment', other: `${comments} comments` }),
    for: ({ agent }: { agent: string }) => `for “${agent}”`,
    toWhom: 'To whom?',
    choose: 'Choose an agent',
    addToPrompt: 'Add to its prompt',
    added: ({ agent }: { agent: string }) => `The comments are in the prompt box of “${agent}”.`,
    removeOf: ({ place }: { place: string }) => `Remove the comment on ${place}`,
    send: ({ comments }: { comments: number }) =>
      plural(comments, { one: 'Send 1 comment', other: `Send ${comments} comments` }),
    sent: 'The comments were sent to the agent.',
  },
  publish: {
    label: 'Publish',
    push: 'Push…',
    checks: 'Show checks',
    sendFailures: 'Send failed checks to the agent',
    sentFailures: 'The failed checks were sent to the agent.',
    remote: 'Remote',
    branch: 'Branch',
    look: 'Show what would be pushed',
    commits: 'Commits to push',
    toNewBranch: ({ commit, branch, url }: { commit: string; branch: string; url: string }) =>
      `Commit ${commit} becomes the new branch ${branch} at ${url}.`,
    toBranch: ({ commit, branch, url, before }: { commit: string; branch: string; url: string; before: string }) =>
      `The branch ${branch} at ${url} goes from ${before} to ${commit}.`,
    replacing: ({ commit, branch, url, before }: { commit: string; branch: string; url: string; before: string }) =>
      `The branch ${branch} at ${url} has commits that are not in this one: ${before} would be replaced by ${commit}.`,
    upToDate: ({ commit, branch, url }: { commit: string; branch: string; url: string }) =>
      `The branch ${branch} at ${url} has commit ${commit}.`,
    uncommitted: ({ files }: { files: string }) => `Not committed, so not pushed: ${files}`,
    force: 'Replace the commits there, if the branch still has those that are shown (force with lease)',
    about: 'Hooks of the repository do not run. Your own git settings give the credentials.',
    submit: ({ url }: { url: string }) => `Push to ${url}`,
    pushed: ({ branch, url }: { branch: string; url: string }) => `Pushed ${branch} to ${url}.`,
    commit: 'Commit these files',
    committed: 'The files were committed.',
    request: 'Pull request',
    base: 'Into branch',
    title: 'Title',
    body: 'Description',
    draft: 'As a draft',
    open: 'Open pull request',
    opened: 'Pull request opened:',
    noRequest: 'The branch has no open pull request.',
    checksOf: ({ number, title }: { number: number; title: string }) => `Pull request ${number}: ${title}`,
    checkList: 'Checks',
    check: ({ name, state }: { name: string; state: string }) => `${name}: ${state}`,
    checkStates: {
      passed: 'passed',
      failed: 'failed',
      pending: 'running',
      skipped: 'skipped',
      cancelled: 'cancelled',
    },
  },
  undo: {
    done: ({ files }: { files: number }) =>
      `Undid the changes of ${plural(files, { one: `${files} file`, other: `${files} files` })}.`,
    nothing: 'There was nothing to undo.',
    others: ({ files, agent }: { files: number; agent: string }) =>
      plural(files, {
        one: `1 file was left as it is: the agent “${agent}” wrote it.`,
        other: `${files} files were left as they are: the agent “${agent}” wrote them.`,
      }),
    redone: 'The changes were restored.',
  },
  unsureFiles: {
    title: ({ files }: { files: number }) =>
      plural(files, { one: 'Undo this file too?', other: `Undo these ${files} files too?` }),
    about: 'They changed while a command ran. Nobody can say whether the agent, you or another program wrote that.',
    namedTitle: 'Undo this file anyway?',
    writers: ({ agents }: { agents: string }) => `${agents} may have written it.`,
    undoNamed: 'Undo it anyway',
    files: 'Files that may be somebody else’s',
    more: ({ files }: { files: number }) => `and ${files} more`,
    undo: ({ files }: { files: number }) => plural(files, { one: 'Undo it too', other: 'Undo them too' }),
    leave: ({ files }: { files: number }) => plural(files, { one: 'Leave it', other: 'Leave them' }),
    choose: 'Choose files…',
  },
  conflict: {
    title: ({ files, isSince }: { files: number; isSince: boolean }) =>
      isSince
        ? plural(files, { one: 'This file changed since', other: 'These files changed since' })
        : plural(files, { one: 'Others changed this file too', other: 'Others changed these files too' }),
    by: ({ when, agent }: { when: 'between' | 'since'; agent: string | null }) => {
      const who = agent === null ? 'You or another program' : `The agent “${agent}”`
      return when === 'since'
        ? `${who} changed the same lines since.`
        : `${who} changed the same lines between the agent’s own changes.`
    },
    about:
      'Nothing was undone, so that no work is lost. Undo individual parts of the agent’s change, or keep the files as they are.',
    keep: 'Keep mine',
    keepOthers: ({ others }: { others: number }) =>
      plural(others, {
        one: 'Keep mine, undo the other file',
        other: `Keep mine, undo the other ${others} files`,
      }),
    undoPart: 'Undo only this part',
    change: 'The agent’s change',
    since: 'Changed since then',
    sincePart: ({ file, part }: { file: string; part: number }) => `${file} changed since, part ${part}`,
    removed: 'The file was removed.',
    size: ({ size }: { size: string }) => `The file has ${size} now.`,
  },
  worktree: {
    label: 'Worktree',
    place: ({ folder, branch }: { folder: string; branch: string }) =>
      `Works in ${folder}. Its commits become the branch ${branch} when it is removed.`,
    ports: ({ first, last }: { first: number; last: number }) => `Its commands use the ports ${first} to ${last}.`,
    apply: ({ folder }: { folder: string }) => `Apply to ${folder}…`,
    remove: 'Remove worktree',
    discard: 'Discard changes and remove worktree',
  },
  adopt: {
    title: 'Adopt with conflicts',
    about: ({ folder }: { folder: string }) =>
      `These files changed in ${folder} in the same places. Nothing has been written. Leave a file out, so that it stays there as it is, or decide what it becomes.`,
    conflicts: 'Conflicts',
    leaveOut: ({ file }: { file: string }) => `Leave out ${file}`,
  },
  resolve: {
    label: ({ file }: { file: string }) => `Conflict in ${file}`,
    theirs: 'Take the agent’s version',
    edit: 'Edit…',
    text: ({ file }: { file: string }) => `New text of ${file}`,
    noText: 'It has no text that could be edited.',
  },
  apply: {
    files: 'Files to apply',
    file: ({ file, state }: { file: string; state: string }) => `${file}: ${state}`,
    states: {
      clean: 'Applied unchanged',
      merged: 'Merged',
      same: 'Already the same',
      conflict: 'Conflict',
      resolved: 'Resolved',
    },
    message: 'Commit message',
    about: 'A commit contains these changes alone, with the agent and its models. Hooks of the repository do not run.',
    submit: 'Apply',
    submitWithout: ({ files }: { files: number }) =>
      plural(files, {
        one: `Apply without ${files} conflicting file`,
        other: `Apply without ${files} conflicting files`,
      }),
    commit: 'Apply and commit',
    done: ({ folder }: { folder: string }) =>
      `Applied to ${folder}. To reverse this, use Undo in the parent’s history.`,
    committed: ({ folder, commit }: { folder: string; commit: string }) =>
      `Applied to ${folder} and committed as ${commit}. To reverse this, use Undo in the parent’s history.`,
  },
}
