import type { transfer as English } from '../en/transfer.ts'
import { plural } from './plural.ts'

const grouped = new Intl.NumberFormat('de')

const agentCount = (agents: number): string =>
  plural(agents, { one: '1 Agent', other: `${grouped.format(agents)} Agenten` })
const eventCount = (events: number): string =>
  plural(events, { one: '1 Ereignis', other: `${grouped.format(events)} Ereignisse` })
const ofRecords = (records: number): string =>
  plural(records, { one: 'Von 1 Eintrag', other: `Von ${grouped.format(records)} Einträgen` })

/** Export and import. */
export const transfer: typeof English = {
  export: {
    title: 'Exportieren',
    titleOf: ({ agent }) => `„${agent}“ exportieren`,
    what: 'Was gespeichert wird',
    conversation: 'Unterhaltung (Markdown)',
    conversationNote: 'Zum Lesen: alles von der Wurzel bis zu diesem Agenten.',
    folder: 'Unterhaltung mit ihren Dateien (Markdown, zip)',
    folderNote: 'Für Obsidian und andere Notizbücher: das Dokument mit Front Matter, daneben die angehängten Dateien.',
    family: 'Dieser Agent (JSON Lines)',
    familyNote: 'Zum Importieren: seine Ereignisse, die geerbten und seine Nachkommen.',
    page: 'Seite (HTML)',
    pageNote: 'Zum Lesen in jedem Browser: eine Datei, hell und dunkel, mit Bildern, ohne Skripte.',
    comparison: 'Seite mit den Antworten daneben (HTML)',
    comparisonNote: 'Die Agenten, die an derselben Stelle abgezweigt wurden, nebeneinander.',
    claudeCode: 'Sitzung von Claude Code',
    claudeCodeNote: 'Was das Modell bekäme, zum Fortsetzen mit claude --resume.',
    codex: 'Sitzung von Codex',
    codexNote: 'Was das Modell bekäme, zum Fortsetzen mit codex resume.',
    chatGpt: 'ChatGPT (JSON)',
    chatGptNote: 'Für LibreChat, Open WebUI und andere, die Exporte von ChatGPT lesen.',
    everything: 'Alles',
    everythingNote: 'JSON Lines: alle Agenten und alle Ereignisse, ohne Schlüssel und Einstellungen.',
    progress: ({ size }) => `Bisher ${size}…`,
    start: 'Exportieren',
    done: ({ file, size }) => `${file} exportiert (${size})`,
  },
  import: {
    title: 'Importieren',
    about:
      'Agenten eines exportierten Protokolls werden hier zu neuen Agenten, mit ihrem ganzen Verlauf. Die Datei wird vollständig oder gar nicht importiert.',
    ownFile: ({ file, size }) => `${file} (${size}), von ikigai geschrieben`,
    progress: 'Fortschritt des Imports',
    reading: ({ size, of }) => `${size} von ${of} werden gelesen…`,
    saving: ({ events, of }) => `${grouped.format(events)} von ${eventCount(of)} werden gespeichert…`,
    start: 'Importieren',
    done: ({ agents, events }) => `${agentCount(agents)} und ${eventCount(events)} importiert`,
    otherTools: 'Andere Programme',
    imported: 'Importierte Unterhaltungen',
    withheldTitle: 'Ohne Rechte importiert',
    unreadTitle: 'Ohne einige Werte importiert',
    unreadAbout: 'Diese Version kennt die folgenden Schlüssel nicht, deshalb wurden ihre Werte nicht übernommen.',
    unreadKey: ({ type, key, count }) =>
      `${key} (${type}): ${plural(count, { one: '1 Zeile', other: `${grouped.format(count)} Zeilen` })}`,
    close: 'Schließen',
    showAgent: 'Agent anzeigen',
  },
  source: {
    zone: 'Dateien zum Importieren',
    drop: 'Dateien, ein Archiv oder einen Ordner hier ablegen',
    tools:
      'Exporte von ikigai, und Sitzungen und Exporte von ChatGPT, Claude, Claude Code, Codex, Cursor, Gemini CLI, opencode, pi, Open WebUI, LibreChat, big-AGI, LobeChat, Cherry Studio, DeepSeek, Chatbox, TypingMind und Jan. Was eine Datei ist, folgt aus ihrem Inhalt.',
    chooseFiles: 'Dateien wählen…',
    chooseFolder: 'Ordner wählen…',
    files: 'Dateien',
    folder: 'Ordner',
    others: 'Andere Dateien wählen',
    reading: ({ found }) =>
      found === 0
        ? 'Unterhaltungen werden gesucht…'
        : `Unterhaltungen werden gesucht, bisher ${grouped.format(found)}…`,
    found: 'Unterhaltungen in den Dateien',
    messages: ({ messages }) =>
      plural(messages, { one: '1 Nachricht', other: `${grouped.format(messages)} Nachrichten` }),
    without: ({ files }) =>
      plural(files, {
        one: '1 Datei oder Stelle ohne Unterhaltung',
        other: `${grouped.format(files)} Dateien oder Stellen ohne Unterhaltung`,
      }),
    unread: 'Dateien und Stellen ohne Unterhaltung',
    unreadFile: ({ source, reason }) => `${source}: ${reason}`,
    nothing: 'Es wurde keine Unterhaltung gefunden. Nichts wurde importiert.',
    importing: ({ done, of }) =>
      of === null
        ? `${grouped.format(done)} importiert…`
        : `${grouped.format(done)} von ${grouped.format(of)} importiert…`,
    cancelled: ({ sessions }) =>
      sessions === 0
        ? 'Der Import wurde abgebrochen. Nichts wurde importiert.'
        : `Der Import wurde abgebrochen. ${plural(sessions, { one: '1 Unterhaltung bleibt', other: `${grouped.format(sessions)} Unterhaltungen bleiben` })} importiert.`,
  },
  withheld: {
    label: 'Weggelassen',
    about:
      'Eine Datei bringt Inhalte, nie Rechte. Das Folgende wurde weggelassen; zu entscheiden ist jeweils, ob der Agent es bekommt.',
    profile: ({ value }) =>
      `Profil${value === '' ? '' : ` ${value}`}: Darauf ist kein Verlass, deshalb gilt das strengste. Ein anderes bekommt ein Fork mit einem Profil.`,
    allowed: ({ value }) =>
      `Regeln des Profils, die erlauben: ${value}. Was nötig ist, lässt sich bei der Nachfrage erlauben.`,
    sandbox: ({ value }) =>
      `Stufe der Sandbox im Profil: ${value}. Die dieses Computers ist strenger und gilt. Für den Agenten lässt sich eine andere wählen.`,
    wake_on_mail: 'Nachrichten starten eine Runde: aus. Im Menü des Agenten lässt es sich einschalten.',
    provider_tools: ({ value }) =>
      `Tools des Anbieters: ${value}. Sie sind aus. In den Optionen des Agenten lassen sie sich einschalten.`,
    checkpoints: ({ value }) => `Änderungen in ${value}: Sie werden angezeigt und lassen sich hier nicht zurücknehmen.`,
    setting: ({ value }) => `Einstellung: ${value}`,
    queued_prompt: ({ value }) =>
      `Wartender Prompt: ${value}. Er würde von selbst gesendet. Bei Bedarf noch einmal senden.`,
  },
  sessions: {
    looking: 'Sitzungen anderer Programme werden gesucht…',
    none: 'Auf diesem Computer wurde keine Sitzung eines anderen Programms gefunden.',
    legend: 'Sitzungen anderer Programme auf diesem Computer',
    start: 'Sitzungen importieren',
    imported: 'importiert',
    filter: 'Filter',
    chosen: ({ chosen, of }) => `${grouped.format(chosen)} von ${grouped.format(of)} gewählt`,
    chooseAll: 'Alle wählen',
    chooseNone: 'Keine wählen',
    more: ({ sessions }) =>
      plural(sessions, {
        one: '1 weitere: Der Filter zeigt sie.',
        other: `${grouped.format(sessions)} weitere: Der Filter zeigt sie.`,
      }),
  },
  report: {
    label: 'Bericht',
    unread: ({ source, reason }) => `${source}: nicht importiert. ${reason}`,
    session: ({ tool, session }) => `${tool}: ${session}`,
    notImported: ({ reason }) => `Nicht importiert. ${reason}`,
    nothingNew: ({ records }) =>
      plural(records, {
        one: 'Nichts Neues in 1 Eintrag.',
        other: `Nichts Neues in ${grouped.format(records)} Einträgen.`,
      }),
    versions: ({ versions }) =>
      versions === 1 ? '1 Unterhaltung' : `1 Unterhaltung in ${grouped.format(versions)} Versionen`,
    newVersions: ({ versions }) =>
      plural(versions, { one: '1 neue Version', other: `${grouped.format(versions)} neue Versionen` }),
    events: ({ events }) => eventCount(events),
    files: ({ files }) => plural(files, { one: '1 Datei', other: `${grouped.format(files)} Dateien` }),
    made: ({ made, records, asEvents }) =>
      `${made}. ${ofRecords(records)}: ${grouped.format(asEvents)} als Ereignisse.`,
    madeMore: ({ made, records, known, asEvents }) =>
      `${made}. ${ofRecords(records)}: ${grouped.format(known)} schon früher importiert, ${grouped.format(asEvents)} als Ereignisse.`,
    kept: ({ records }) =>
      plural(records, { one: '1 Eintrag zurückgelegt', other: `${grouped.format(records)} Einträge zurückgelegt` }),
    group: ({ reason, records, places }) => `${reason}: ${grouped.format(records)} (${places})`,
    onlyRaw: ({ records }) => `Nur im Rohdatensatz: ${records}`,
  },
}
