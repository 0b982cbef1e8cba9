import type * as English from '../en/commands.ts'
import type { AppCommandId } from '../../../shared/app-commands.ts'
import type { SettingsPage } from '../../../shared/settings-pages.ts'
import { settingsDialog } from './settings.ts'
import type { ScopedKeyId } from '../../../shared/scoped-keys.ts'
import type { SlashCommandName, SlashCommandWord } from '../../../shared/slash-commands.ts'
import { plural } from './plural.ts'

const goToPane = (number: number): string => `Zu Bereich ${number} wechseln`
const settings = (page: SettingsPage): string => `Einstellungen: ${settingsDialog.titles[page]}`

/** The commands of the window. */
export const commandTitles: Readonly<Record<AppCommandId, string>> = {
  'agent.new': 'Neuer Agent',
  'agent.newWithProfile': 'Neuer Agent mit Profil…',
  'agent.newOutside': 'Neuer externer Agent…',
  'agent.fork': 'Abzweigen…',
  'agent.race': 'Wettlauf…',
  'agent.evaluate': 'Auswertung starten…',
  'agent.mergeBack': 'Zurückführen…',
  'agent.rerun': 'Noch einmal ausführen…',
  'agent.editLast': 'Letzten Prompt bearbeiten',
  'agent.retry': 'Erneut versuchen',
  'agent.retryWith': 'Erneut versuchen mit…',
  'agent.attach': 'Dateien anhängen…',
  'agent.model': 'Modell auswählen…',
  'agent.askModel': 'Weiteres Modell fragen…',
  'agent.continueWith': 'Mit anderem Modell fortsetzen…',
  'agent.thinking': 'Denkstufe auswählen…',
  'agent.system': 'System-Prompt bearbeiten…',
  'agent.budget': 'Budget festlegen…',
  'agent.changes': 'Änderungen anzeigen',
  'agent.folder': 'Arbeitsordner…',
  'agent.terminal': 'Terminal öffnen',
  'agent.rename': 'Agent umbenennen…',
  'agent.pin': 'Agent anheften oder lösen',
  'agent.archive': 'Agent archivieren oder aus dem Archiv holen',
  'agent.cancel': 'Runde anhalten',
  'agent.stopBelow': 'Agent und Nachkommen anhalten',
  'agent.stopAll': 'Alles anhalten',
  'agent.mark': 'Marke setzen…',
  'agent.rewind': 'Zurückspulen…',
  'agent.export': 'Exportieren…',
  'agent.import': 'Importieren…',
  'agent.copyId': 'ID des Agenten kopieren',
  'agent.redact': 'Agent schwärzen…',
  'agent.kill': 'Agent beenden…',
  'agent.parent': 'Zum übergeordneten Agenten wechseln',
  'agent.firstChild': 'Zum ersten untergeordneten Agenten wechseln',
  'agent.previousSibling': 'Zum vorherigen Geschwisteragenten wechseln',
  'agent.nextSibling': 'Zum nächsten Geschwisteragenten wechseln',
  'agent.nextWaiting': 'Zum nächsten wartenden Agenten wechseln',
  'compare.choose': 'Vergleichen…',
  'compare.with': 'Vergleichen mit…',
  'compare.again': 'Zurück zum Vergleich',
  'compare.leave': 'Vergleich verlassen',
  'compare.add': 'Spalte hinzufügen…',
  'compare.merge': 'Antworten zusammenführen…',
  'compare.judge': 'Antworten bewerten…',
  'compare.divergence': 'Zur ersten Abweichung',
  'compare.adopt': 'Fokussierte Antwort übernehmen',
  'compare.send': 'An alle verglichenen Agenten senden',
  'pane.split': 'Rechts teilen…',
  'pane.splitDown': 'Unten teilen…',
  'pane.maximise': 'Bereich maximieren oder wiederherstellen',
  'pane.move.left': 'Bereich nach links verschieben',
  'pane.move.right': 'Bereich nach rechts verschieben',
  'pane.move.up': 'Bereich nach oben verschieben',
  'pane.move.down': 'Bereich nach unten verschieben',
  'pane.close': 'Bereich schließen',
  'pane.closeOthers': 'Andere Bereiche schließen',
  'pane.closeIdle': 'Untätige Bereiche schließen',
  'pane.closeFinished': 'Fertige Bereiche schließen',
  'pane.closeAll': 'Alle Bereiche schließen',
  'pane.reopen': 'Geschlossene Bereiche wieder öffnen',
  'pane.1': goToPane(1),
  'pane.2': goToPane(2),
  'pane.3': goToPane(3),
  'pane.4': goToPane(4),
  'pane.5': goToPane(5),
  'pane.6': goToPane(6),
  'pane.7': goToPane(7),
  'pane.8': goToPane(8),
  'pane.9': goToPane(9),
  'pane.back': 'Zurück',
  'pane.forward': 'Vorwärts',
  'pane.lastUsed': 'Zum zuletzt verwendeten Bereich wechseln',
  'view.nextArea': 'Zum nächsten Fensterteil wechseln',
  'view.previousArea': 'Zum vorherigen Fensterteil wechseln',
  'edit.find': 'Im Bereich suchen',
  'edit.searchAll': 'Alles durchsuchen…',
  'view.palette': 'Befehlspalette',
  'view.inbox': 'Genehmigungen',
  'view.overview': 'Übersicht',
  'view.inspector': 'Kontextinspektor',
  'view.usage': 'Verbrauch',
  'view.recorder': 'Flugschreiber',
  'view.tree': 'Agentenbaum ein- oder ausblenden',
  'tree.collapseAll': 'Agentenbaum zuklappen',
  'tree.expandAll': 'Agentenbaum aufklappen',
  'tree.reveal': 'Agent im Baum anzeigen',
  'view.theme.system': 'Design: wie im System',
  'view.theme.light': 'Design: hell',
  'view.theme.dark': 'Design: dunkel',
  'view.shortcuts': 'Tastenkürzel anzeigen',
  'demo.start': 'Demo ausprobieren',
  'demo.exit': 'Demo beenden',
  'view.settings': 'Einstellungen…',
  'settings.keys': settings('keys'),
  'settings.models': settings('models'),
  'settings.pools': settings('pools'),
  'settings.connections': settings('connections'),
  'settings.tools': settings('tools'),
  'settings.servers': settings('servers'),
  'settings.agents': settings('agents'),
  'settings.profiles': settings('profiles'),
  'settings.skills': settings('skills'),
  'settings.database': settings('database'),
  'settings.browsers': settings('browsers'),
  'settings.appearance': settings('appearance'),
  'settings.shortcuts': settings('shortcuts'),
  'settings.about': settings('about'),
}

/** What keys do that work in one part of the page. */
export const scopedKeyTitles: Readonly<Record<ScopedKeyId, string>> = {
  'prompt.send': 'Den Prompt senden',
  'prompt.newLine': 'Einen Zeilenumbruch in den Prompt einfügen',
  'prompt.recall': 'Einen früheren Prompt zurückholen',
  'prompt.complete': 'Einen Befehl oder eine Datei vervollständigen',
  'prompt.files': 'Vom Anfang des Prompts zu den Anhängen wechseln',
  'prompt.pasteText': 'Einen langen Text einfügen, ohne ihn anzuhängen',
  'stream.next': 'Zur nächsten Nachricht wechseln',
  'stream.previous': 'Zur vorherigen Nachricht wechseln',
  'message.next': 'Zur Nachricht nach der fokussierten wechseln',
  'message.previous': 'Zur Nachricht vor der fokussierten wechseln',
  'stream.first': 'Zur ersten Nachricht wechseln',
  'stream.last': 'Zur neuesten Nachricht wechseln',
  'message.edit': 'Den fokussierten Prompt bearbeiten',
  'message.retry': 'Die fokussierte Antwort erneut versuchen',
  'message.retryWith': 'Die fokussierte Antwort mit anderen Modellen erneut versuchen',
  'message.previousVersion': 'Die vorherige Version der fokussierten Nachricht anzeigen',
  'message.nextVersion': 'Die nächste Version der fokussierten Nachricht anzeigen',
  'message.fork': 'Ab der fokussierten Nachricht abzweigen',
  'message.forkBefore': 'Vor der fokussierten Nachricht abzweigen',
  'message.copy': 'Die fokussierte Nachricht kopieren',
  'tree.rename': 'Den ausgewählten Agenten im Baum umbenennen',
  'tree.open': 'Den ausgewählten Agenten in einem neuen Bereich öffnen',
  'tree.select': 'Einen Agenten im Baum auswählen oder abwählen',
  'tree.extend': 'Die Auswahl im Baum erweitern',
  'tree.selectAll': 'Alle Agenten auswählen, die der Baum zeigt',
  'tree.menu': 'Das Menü des ausgewählten Agenten im Baum öffnen',
  'tree.kill': 'Den ausgewählten Agenten im Baum beenden',
  'changes.nextFile': 'Die nächste geänderte Datei auswählen',
  'changes.previousFile': 'Die vorherige geänderte Datei auswählen',
  'changes.nextPart': 'Zum nächsten Teil einer geänderten Datei wechseln',
  'changes.previousPart': 'Zum vorherigen Teil einer geänderten Datei wechseln',
  'changes.keep': 'Die fokussierte Änderung als geprüft markieren',
  'changes.undo': 'Die fokussierte Änderung rückgängig machen',
  'changes.open': 'Die ausgewählte geänderte Datei im Editor öffnen',
}

/** What the commands of the prompt box do. */
export const slashSummaries: Readonly<Record<SlashCommandName, string>> = {
  model: 'Modell und Denkstufe wechseln; allein: das aktuelle und die Liste anzeigen',
  fork: 'Einen untergeordneten Agenten erstellen, der den Kontext erbt oder das, was auf eine Marke folgt',
  mark: 'Eine Marke im Kontext setzen',
  clear:
    'Den Kontext leeren oder zu einer Marke zurückspulen; /clear --result lässt die neuesten Ergebnisse weg, /clear --undo macht das letzte davon rückgängig',
  compress: 'Den Kontext, oder was auf eine Marke folgt, durch eine Zusammenfassung des Modells ersetzen',
  send: 'Eine Nachricht an einen anderen Agenten senden; parent ist die Adresse des übergeordneten',
  'check-mail': 'Die ungelesenen Nachrichten lesen',
  kill: 'Einen Agenten und alle Nachkommen beenden; ihr Verlauf bleibt',
  stop: 'Anhalten, was in diesem Agenten und darunter läuft; all: alles, was läuft',
  agents: 'Den Agentenbaum anzeigen',
  system: 'Den System-Prompt anzeigen oder ändern',
  help: 'Die Befehle anzeigen oder einen davon',
  exit: 'Die Sitzung beenden',
}

/** The words that follow some of them. */
export const slashWordSummaries: Readonly<Record<SlashCommandWord, string>> = {
  '--undo': 'Letztes Leeren, Zurückspulen oder Komprimieren rückgängig machen',
  '--result': 'Ergebnisse und Dateien seit der letzten Antwort weglassen',
  all: 'Alles, was läuft',
  edit: 'Den System-Prompt ändern',
}

const agentCount = (agents: number): string => plural(agents, { one: '1 Agent', other: `${agents} Agenten` })

/** What the window says after an action, of a change of an agent, and of an action that failed. */
export const actions: typeof English.actions = {
  unreachable:
    'Die Engine war nicht erreichbar. Nichts wurde geändert. Erneut versuchen, sobald das Fenster verbunden ist.',
  notConfirmed: 'Die Änderung wurde nicht bestätigt. Nichts wurde geändert.',
  archived: ({ agents }) => `${agentCount(agents)} archiviert.`,
  unarchived: ({ agents }) => `${agentCount(agents)} aus dem Archiv geholt.`,
  files: {
    attached: ({ file, kind, files }) => `${file} angehängt, ${kind}, ${files} von ${files}`,
    removed: ({ file }) => `${file} entfernt`,
    needsClick: 'Dateien mit der Büroklammer unten anhängen, einfügen oder hier ablegen.',
    tooMany: ({ files }) =>
      `Ein Prompt kann höchstens ${files} Dateien haben. Einige entfernen oder zwei Prompts senden.`,
    unreadable: ({ file }) => `${file} konnte nicht gelesen werden.`,
    unsupported: ({ file }) =>
      `${file}: Diese Art von Bild wird nicht unterstützt. Zuerst als PNG oder JPEG speichern.`,
    notConverted: ({ file }) => `${file} konnte nicht umgewandelt werden. Zuerst als PNG oder JPEG speichern.`,
  },
  compare: {
    stillAnswering:
      'Noch nicht alle Agenten dieses Vergleichs haben geantwortet. Auf sie warten oder sie anhalten, dann den Prompt senden.',
    adopted: ({ column }) => `${column} übernommen.`,
    adoptedAndArchived: ({ column, agents }) => `${column} übernommen. ${agentCount(agents)} archiviert.`,
  },
  race: {
    nothing: 'Es gab nichts anzuwenden.',
    applied: ({ files, folder }) =>
      `${plural(files, { one: '1 Datei', other: `${files} Dateien` })} auf ${folder} angewendet.`,
    undone: 'Die Änderungen sind rückgängig gemacht.',
  },
  catalogue: ({ models }) => `Der Katalog enthält ${models} Modelle.`,
  transfer: {
    broken:
      'Die Verbindung zur Engine ging verloren, bevor die Datei vollständig war. Nichts wurde gespeichert. Erneut versuchen.',
    brokenImport:
      'Die Verbindung zur Engine ging während des Imports verloren. Im Agentenbaum nachsehen, ob die neuen Agenten da sind, bevor die Datei erneut importiert wird.',
    unreadable:
      'Die Datei konnte nicht gelesen werden. Nichts wurde importiert. Nachsehen, ob sie noch da ist, und sie erneut auswählen.',
  },
  versions: {
    noPrompt:
      'Diese Antwort lässt sich nicht erneut versuchen: Sie antwortet auf eine Nachricht, oder ihr Prompt ist nicht geladen. Zum Prompt hochscrollen und ihn bearbeiten.',
    shown: ({ index, versions, model }) => `Version ${index} von ${versions}, ${model}`,
  },
  agent: {
    answered: ({ agent }) => `${agent} hat geantwortet`,
    stopped: ({ agent }) => `${agent} wurde angehalten`,
    failed: ({ agent, message }) => `${agent} ist fehlgeschlagen: ${message}`,
    needsApproval: ({ agent }) => `${agent} braucht eine Genehmigung`,
    retries: ({ agent }) => `${agent} versucht es erneut`,
    passedBudget: ({ agent, share }) => `„${agent}“ hat das Budget überschritten: ${share} davon sind verbraucht.`,
    nearBudget: ({ agent, share }) => `„${agent}“ hat ${share} des Budgets verbraucht.`,
  },
}
