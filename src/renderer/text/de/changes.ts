import type { changes as English } from '../en/changes.ts'
import { plural } from './plural.ts'

/** Changes of files: the review, undoing, and applying those of a worktree. */
export const changes: typeof English = {
  title: ({ agent }) => `Änderungen von „${agent}“`,
  none: 'Keine Dateien geändert.',
  notLookedAt: 'Was git ignoriert und was Checkpoints sonst auslassen, wird nicht verglichen.',
  shared: 'Andere Aufrufe haben zur selben Zeit in den Ordner geschrieben; manche Änderungen können von ihnen stammen.',
  notSaved: ({ files }) => `Nicht gespeichert: ${files}`,
  neverSaved: ({ files }) =>
    `Geschützt, daher wird ihr Inhalt nicht gespeichert, und Rückgängigmachen lässt sie, wie sie sind: ${files}`,
  notApplied: ({ files }) => `Nicht angewendet, da in Repositorys innerhalb des Ordners, etwa Submodulen: ${files}`,
  files: 'Geänderte Dateien',
  statuses: { added: 'hinzugefügt', modified: 'geändert', deleted: 'gelöscht' },
  figures: ({ files, added, removed }) =>
    `${plural(files, { one: '1 Datei', other: `${files} Dateien` })} geändert +${added} −${removed}`,
  kept: 'Behalten',
  binary: 'binär',
  outside: 'Außerhalb geändert',
  unsure: 'Nicht sicher, von wem',
  unrecorded: ({ reason }) => `Was ein Aufruf an Dateien geändert hat, wurde nicht aufgezeichnet. ${reason}`,
  notStored: 'Nicht hier gespeichert',
  undone: 'Rückgängig gemacht',
  changedSince: 'Seitdem geändert',
  part: ({ part, parts }) => `Teil ${part} von ${parts}`,
  partOf: ({ file, part }) => `Änderungen von ${file}, Teil ${part}`,
  undoAll: 'Alle rückgängig machen',
  undoAllOf: 'Rückgängig machen…',
  undoFile: 'Datei rückgängig machen',
  openFile: 'Im Editor öffnen',
  savePatch: 'Als Patch speichern…',
  sides: { left: 'Vorher', right: 'Nachher' },
  view: {
    title: ({ folder }) => `Änderungen in ${folder}`,
    leave: 'Zurück zu den Bereichen',
    scope: 'Welche Änderungen',
    everyAgent: 'Alle Agenten hier',
    onlyAgent: ({ agent }) => `Nur „${agent}“`,
    onlyTurn: ({ agent }) => `Eine Runde von „${agent}“`,
    compareWith: 'Mit Branch oder Commit vergleichen…',
    since: ({ base }) => `Seit ${base}`,
    folder: 'Ordner',
    worktreeOf: ({ folder }) => `Worktree ${folder}`,
    progress: ({ kept, files }) => `${kept} von ${files} geprüft`,
    layout: 'Anordnung',
    split: 'Zweispaltig',
    unified: 'Einspaltig',
    publish: 'Veröffentlichen…',
    keepAll: 'Alle behalten',
    keep: 'Behalten',
    reviewed: 'Geprüft',
    reviewedFile: ({ file }) => `${file} geprüft`,
    filter: 'Dateien filtern',
    filesOf: ({ whose }) => `Dateien: ${whose}`,
    fileCount: ({ files }) => plural(files, { one: '1 Datei', other: `${files} Dateien` }),
    undoOf: ({ agent }) => `Alles von „${agent}“ rückgängig machen`,
    owners: { compared: 'Alles, was abweicht', outside: 'Außerhalb geändert', unsure: 'Nicht sicher, von wem' },
    quoted: ({ name }) => `„${name}“`,
    unsureReason: ({ agents }) => `Geändert, während bei ${agents} ein Befehl lief.`,
    alsoWrites: ({ agents, count }) =>
      plural(count, { one: `${agents} schreibt auch hier.`, other: `${agents} schreiben auch hier.` }),
    addedLines: ({ lines }) => `+${lines}`,
    removedLines: ({ lines }) => `−${lines}`,
    differences: 'Unterschiede',
    unchanged: ({ lines }) => plural(lines, { one: '1 unveränderte Zeile', other: `${lines} unveränderte Zeilen` }),
    prompted: ({ prompt }) => `„${prompt}“`,
    fileKeys: 'Datei',
    partKeys: 'Teil',
    commentKey: 'Kommentar',
  },
  base: {
    label: 'Vergleichen mit',
    placeholder: 'Branch, Commit oder A..B',
    compare: 'Vergleichen',
    own: 'Aufgezeichnete Änderungen anzeigen',
    compared: ({ from, to, commits }) => {
      const between = plural(commits, { one: '1 Commit', other: `${commits} Commits` })
      return to === null
        ? `Alles im Ordner seit ${from}, auch was nicht committet ist: ${between}.`
        : `Von ${from} bis ${to}: ${between}.`
    },
    commits: 'Commits dazwischen',
    more: ({ commits }) => `und ${commits} weitere`,
  },
  comments: {
    label: 'Kommentare',
    comment: 'Kommentieren',
    commentOn: ({ line, isOld }) => (isOld ? `Entfernte Zeile ${line} kommentieren` : `Zeile ${line} kommentieren`),
    form: 'Zeilen kommentieren',
    from: 'Von Zeile',
    to: 'bis Zeile',
    removed: 'gezählt wie vor der Änderung',
    text: 'Kommentar',
    add: 'Kommentar hinzufügen',
    edit: 'Bearbeiten',
    remove: 'Entfernen',
    on: ({ place }) => `Kommentar zu ${place}`,
    yours: ({ line, endLine, isOld, agent }) => {
      const lines = line === endLine ? `Zeile ${line}` : `Zeilen ${line} bis ${endLine}`
      return `Eigener Kommentar zu ${isOld ? 'entfernter ' : ''}${lines}${agent === null ? '' : `, für „${agent}“`}`
    },
    count: ({ comments }) => plural(comments, { one: '1 Kommentar', other: `${comments} Kommentare` }),
    for: ({ agent }) => `für „${agent}“`,
    toWhom: 'An wen?',
    choose: 'Agent wählen',
    addToPrompt: 'In den Prompt übernehmen',
    added: ({ agent }) => `Die Kommentare stehen im Prompt-Feld von „${agent}“.`,
    removeOf: ({ place }) => `Kommentar zu ${place} entfernen`,
    send: ({ comments }) => plural(comments, { one: '1 Kommentar senden', other: `${comments} Kommentare senden` }),
    sent: 'Die Kommentare wurden an den Agenten gesendet.',
  },
  publish: {
    label: 'Veröffentlichen',
    push: 'Pushen…',
    checks: 'Prüfungen anzeigen',
    sendFailures: 'Fehlgeschlagene Prüfungen an den Agenten senden',
    sentFailures: 'Die fehlgeschlagenen Prüfungen wurden an den Agenten gesendet.',
    remote: 'Remote',
    branch: 'Branch',
    look: 'Anzeigen, was gepusht würde',
    commits: 'Zu pushende Commits',
    toNewBranch: ({ commit, branch, url }) => `Commit ${commit} wird zum neuen Branch ${branch} bei ${url}.`,
    toBranch: ({ commit, branch, url, before }) => `Der Branch ${branch} bei ${url} geht von ${before} zu ${commit}.`,
    replacing: ({ commit, branch, url, before }) =>
      `Der Branch ${branch} bei ${url} hat Commits, die hier fehlen: ${before} würde durch ${commit} ersetzt.`,
    upToDate: ({ commit, branch, url }) => `Der Branch ${branch} bei ${url} hat Commit ${commit}.`,
    uncommitted: ({ files }) => `Nicht committet, daher nicht gepusht: ${files}`,
    force: 'Die Commits dort ersetzen, wenn der Branch noch die angezeigten hat (force with lease)',
    about: 'Hooks des Repositorys werden nicht ausgeführt. Die Zugangsdaten kommen aus den eigenen Git-Einstellungen.',
    submit: ({ url }) => `Nach ${url} pushen`,
    pushed: ({ branch, url }) => `${branch} nach ${url} gepusht.`,
    commit: 'Diese Dateien committen',
    committed: 'Die Dateien wurden committet.',
    request: 'Pull-Request',
    base: 'In den Branch',
    title: 'Titel',
    body: 'Beschreibung',
    draft: 'Als Entwurf',
    open: 'Pull-Request öffnen',
    opened: 'Pull-Request geöffnet:',
    noRequest: 'Der Branch hat keinen offenen Pull-Request.',
    checksOf: ({ number, title }) => `Pull-Request ${number}: ${title}`,
    checkList: 'Prüfungen',
    check: ({ name, state }) => `${name}: ${state}`,
    checkStates: {
      passed: 'bestanden',
      failed: 'fehlgeschlagen',
      pending: 'läuft',
      skipped: 'übersprungen',
      cancelled: 'abgebrochen',
    },
  },
  undo: {
    done: ({ files }) =>
      `Änderungen an ${plural(files, { one: `${files} Datei`, other: `${files} Dateien` })} rückgängig gemacht.`,
    nothing: 'Es gab nichts rückgängig zu machen.',
    others: ({ files, agent }) =>
      plural(files, {
        one: `1 Datei blieb, wie sie ist: Der Agent „${agent}“ hat sie geschrieben.`,
        other: `${files} Dateien blieben, wie sie sind: Der Agent „${agent}“ hat sie geschrieben.`,
      }),
    redone: 'Die Änderungen sind wiederhergestellt.',
  },
  unsureFiles: {
    title: ({ files }) =>
      plural(files, {
        one: 'Auch diese Datei rückgängig machen?',
        other: `Auch diese ${files} Dateien rückgängig machen?`,
      }),
    about:
      'Sie haben sich geändert, während ein Befehl lief. Niemand kann sagen, ob der Agent, ein Mensch oder ein anderes Programm das geschrieben hat.',
    namedTitle: 'Diese Datei trotzdem rückgängig machen?',
    writers: ({ agents }) => `Vielleicht hat ${agents} das geschrieben.`,
    undoNamed: 'Trotzdem rückgängig machen',
    files: 'Dateien, die von anderen sein können',
    more: ({ files }) => `und ${files} weitere`,
    undo: ({ files }) => plural(files, { one: 'Auch diese rückgängig machen', other: 'Auch diese rückgängig machen' }),
    leave: ({ files }) => plural(files, { one: 'Lassen, wie sie ist', other: 'Lassen, wie sie sind' }),
    choose: 'Dateien auswählen…',
  },
  conflict: {
    title: ({ files, isSince }) =>
      isSince
        ? plural(files, { one: 'Diese Datei wurde seitdem geändert', other: 'Diese Dateien wurden seitdem geändert' })
        : plural(files, {
            one: 'Auch andere haben diese Datei geändert',
            other: 'Auch andere haben diese Dateien geändert',
          }),
    by: ({ when, agent }) => {
      const who = agent === null ? 'von Hand oder von einem anderen Programm' : `vom Agenten „${agent}“`
      return when === 'since'
        ? `Dieselben Zeilen wurden seitdem ${who} geändert.`
        : `Dieselben Zeilen wurden zwischen den Änderungen des Agenten ${who} geändert.`
    },
    about:
      'Nichts wurde rückgängig gemacht, damit keine Arbeit verloren geht. Einzelne Teile der Änderung des Agenten rückgängig machen oder die Dateien lassen, wie sie sind.',
    keep: 'Eigene behalten',
    keepOthers: ({ others }) =>
      plural(others, {
        one: 'Eigene behalten, die andere Datei rückgängig machen',
        other: `Eigene behalten, die anderen ${others} Dateien rückgängig machen`,
      }),
    undoPart: 'Nur diesen Teil rückgängig machen',
    change: 'Die Änderung des Agenten',
    since: 'Seitdem geändert',
    sincePart: ({ file, part }) => `${file} seitdem geändert, Teil ${part}`,
    removed: 'Die Datei wurde entfernt.',
    size: ({ size }) => `Die Datei hat jetzt ${size}.`,
  },
  worktree: {
    label: 'Worktree',
    place: ({ folder, branch }) =>
      `Arbeitet in ${folder}. Seine Commits werden zum Branch ${branch}, wenn er entfernt wird.`,
    ports: ({ first, last }) => `Seine Befehle verwenden die Ports ${first} bis ${last}.`,
    apply: ({ folder }) => `Auf ${folder} anwenden…`,
    remove: 'Worktree entfernen',
    discard: 'Änderungen verwerfen und Worktree entfernen',
  },
  adopt: {
    title: 'Mit Konflikten übernehmen',
    about: ({ folder }) =>
      `Diese Dateien wurden in ${folder} an denselben Stellen geändert. Es wurde nichts geschrieben. Eine Datei auslassen, dann bleibt sie dort, wie sie ist, oder entscheiden, was aus ihr wird.`,
    conflicts: 'Konflikte',
    leaveOut: ({ file }) => `${file} auslassen`,
  },
  resolve: {
    label: ({ file }) => `Konflikt in ${file}`,
    theirs: 'Version des Agenten nehmen',
    edit: 'Bearbeiten…',
    text: ({ file }) => `Neuer Text von ${file}`,
    noText: 'Es gibt keinen Text, der bearbeitet werden könnte.',
  },
  apply: {
    files: 'Anzuwendende Dateien',
    file: ({ file, state }) => `${file}: ${state}`,
    states: {
      clean: 'Unverändert angewendet',
      merged: 'Zusammengeführt',
      same: 'Bereits gleich',
      conflict: 'Konflikt',
      resolved: 'Gelöst',
    },
    message: 'Commit-Nachricht',
    about:
      'Ein Commit enthält nur diese Änderungen, mit dem Agenten und seinen Modellen. Hooks des Repositorys werden nicht ausgeführt.',
    submit: 'Anwenden',
    submitWithout: ({ files }) =>
      plural(files, {
        one: `Ohne ${files} Datei mit Konflikt anwenden`,
        other: `Ohne ${files} Dateien mit Konflikten anwenden`,
      }),
    commit: 'Anwenden und committen',
    done: ({ folder }) =>
      `Auf ${folder} angewendet. Zum Zurücknehmen im Verlauf des übergeordneten Agenten „Rückgängig machen“ wählen.`,
    committed: ({ folder, commit }) =>
      `Auf ${folder} angewendet und als ${commit} committet. Zum Zurücknehmen im Verlauf des übergeordneten Agenten „Rückgängig machen“ wählen.`,
  },
}
