import type { EndUserTexts } from '../end-user-text.ts'

export const endUserTexts: EndUserTexts = {
  title: 'eSIM von {provider}',
  titleNone: 'Ihre eSIM',
  language: 'Sprache',
  toLight: 'Helles Design verwenden',
  toDark: 'Dunkles Design verwenden',
  loading: 'Wird geladen',

  progress: 'Fortschritt der Installation',
  stepReady: 'Geöffnet',
  stepDownloaded: 'Herunter\u00ADgeladen',
  stepInstalled: 'Installiert',
  stepEnabled: 'Aktiviert',
  stepDone: 'erledigt',

  ready: 'Bereit zur Installation',
  readyText: 'Installieren Sie die eSIM auf dem Gerät, das sie nutzen soll. Das Gerät muss dabei online sein.',
  downloaded: 'Wird installiert',
  downloadedText:
    'Das Gerät installiert die eSIM. Falls der Vorgang abgebrochen wurde, starten Sie ihn auf demselben Gerät noch einmal.',
  installed: 'Installiert',
  installedText: 'Die eSIM ist auf dem Gerät. Aktivieren Sie sie in den Mobilfunkeinstellungen.',
  enabled: 'Installiert und aktiviert',
  enabledText: 'Die eSIM ist in Betrieb. Sie können diese Seite schließen.',
  used: 'Bereits verwendet',
  usedText:
    'Dieser Aktivierungscode wurde bereits verwendet oder ist nicht mehr gültig. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
  expired: 'Abgelaufen',
  expiredText: 'Dieser Aktivierungscode ist abgelaufen. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
  expires: 'Installieren Sie die eSIM vor dem {time}.',

  soon: 'Noch nicht verfügbar',
  soonText: 'Die Seite wird dann automatisch aktualisiert.',
  paused: 'Pausiert',
  pausedText: 'Versuchen Sie es später noch einmal.',
  taken: 'Alle eSIMs sind vergeben',
  takenText: 'Zurzeit ist keine eSIM verfügbar.',
  ended: 'Dieses Angebot ist beendet',
  endedText: 'Vielen Dank für Ihr Interesse.',
  begins: 'Beginn: {time}.',
  opens: 'Diese Seite wird am {time} geöffnet.',
  ends: 'Gültig bis {time}.',

  voucher: 'Gutschein einlösen',
  voucherText: 'Geben Sie den Code Ihres Gutscheins ein, um Ihre eSIM zu erhalten.',
  voucherCode: 'Gutscheincode',
  voucherHelp: '12 Buchstaben und Ziffern. Leerzeichen und Bindestriche spielen keine Rolle.',
  voucherRedeem: 'Meine eSIM holen',
  voucherEmpty: 'Geben Sie den Code Ihres Gutscheins ein.',
  voucherLength: 'Ein Gutscheincode hat 12 Buchstaben und Ziffern.',
  voucherMistyped: 'Vertippt: Vergleichen Sie den Code Zeichen für Zeichen mit Ihrem Gutschein.',
  voucherWrong: 'Kein Gutschein hat diesen Code. Vergleichen Sie ihn mit Ihrem Gutschein.',
  voucherUsed:
    'Dieser Gutschein wurde bereits eingelöst. Wenn Sie das waren, verwenden Sie denselben Browser oder die Seite, die Sie dort erhalten haben.',
  voucherRevoked: 'Dieser Gutschein ist nicht mehr gültig. Wenden Sie sich an die Person, von der Sie ihn haben.',
  voucherExpired: 'Dieser Gutschein ist abgelaufen.',
  voucherTaken: 'Zurzeit ist keine eSIM verfügbar. Ihr Gutschein bleibt gültig: Versuchen Sie es später noch einmal.',
  voucherSoon: 'Gutscheine können noch nicht eingelöst werden. Ihr Gutschein bleibt gültig.',
  voucherPaused: 'Das Einlösen ist pausiert. Ihr Gutschein bleibt gültig: Versuchen Sie es später noch einmal.',
  voucherMany:
    'Über Ihren Internetanschluss wurden heute zu viele Gutscheine eingelöst. Ihr Gutschein bleibt gültig: Versuchen Sie es morgen oder in einem anderen Netz.',
  voucherLimited: 'Zu viele Versuche. Ihr Gutschein bleibt gültig: Versuchen Sie es in einigen Minuten noch einmal.',
  voucherUnanswered:
    'Die Antwort kam nicht an. Versuchen Sie es noch einmal: Ihr Gutschein kann nicht doppelt verbraucht werden.',
  vouchersRevoked: 'Gutscheine zurückgezogen',
  vouchersRevokedText:
    'Diese Gutscheine sind nicht mehr gültig. Wenden Sie sich an die Person, von der Sie Ihren haben.',
  vouchersExpired: 'Gutscheine abgelaufen',
  vouchersExpiredText: 'Diese Gutscheine können nicht mehr eingelöst werden.',

  confirmation: 'Halten Sie Ihren Bestätigungscode bereit',
  confirmationText: 'Das Gerät fragt danach. Sie haben ihn separat erhalten.',

  installApple: 'Auf diesem iPhone oder iPad installieren',
  installAppleHelp:
    'Erfordert iOS 17.4 oder neuer. Bei älteren Versionen scannen Sie den QR-Code oder geben die Daten manuell ein.',
  installAndroid: 'Auf diesem Smartphone installieren',
  installAndroidHelp:
    'Erfordert Android 10 oder neuer. Falls sich nichts öffnet, scannen Sie den QR-Code oder geben den Code manuell ein.',
  installWindows: 'Auf diesem PC installieren',
  installWindowsHelp:
    'Für PCs mit eSIM-Unterstützung. Für die Installation auf einem Smartphone scannen Sie den QR-Code mit dem Smartphone.',

  qr: 'QR-Code scannen',
  qrText: 'Mit der Kamera des Geräts, das die eSIM nutzen soll.',
  qrTextHere:
    'Wenn es dieses Gerät ist, öffnen Sie die Seite auf einem anderen Bildschirm und scannen Sie den Code dort.',
  testOnly: 'Nur Testkarten können diese eSIM installieren: Ihr Server hat kein gültiges Live-Zertifikat.',
  qrLabel: 'QR-Code mit dem Aktivierungscode',

  manual: 'Daten manuell eingeben',
  smdpAddress: 'SM-DP+-Adresse',
  matchingId: 'Matching-ID',
  whole: 'Vollständiger Aktivierungscode',
  apple: 'iPhone und iPad',
  appleWhere:
    'Einstellungen › Mobilfunk › eSIM hinzufügen › QR-Code verwenden › Details manuell eingeben. Geben Sie die Matching-ID als Aktivierungscode ein.',
  android: 'Android',
  androidWhere:
    'Einstellungen › Netzwerk & Internet › SIM-Karten › eSIM hinzufügen. Android benötigt den vollständigen Aktivierungscode.',
  windows: 'Windows',
  windowsWhere:
    'Einstellungen › Netzwerk und Internet › Mobilfunk › eSIM-Profile › Profil hinzufügen. Windows benötigt den vollständigen Aktivierungscode.',

  copy: 'Kopieren',
  copied: 'Kopiert',
  copyValue: '{name} kopieren',
  copyFailed: 'Kopieren ist hier nicht erlaubt. Markieren Sie den Text und kopieren Sie ihn.',

  closed: 'Diese Seite ist nicht verfügbar',
  closedText:
    'Der Link ist unvollständig, oder der zugehörige Code oder die zugehörige Aktion ist nicht mehr verfügbar. Wenden Sie sich an die Person, von der Sie den Link haben.',
  failed: 'Die Seite konnte nicht geladen werden',
  failedText: 'Prüfen Sie Ihre Internetverbindung und versuchen Sie es dann noch einmal.',
  failedId: 'Wenn es erneut passiert, geben Sie bitte diese Nummer an: {id}',
  tryAgain: 'Erneut versuchen',

  mailSubject: 'Ihre eSIM von {enterpriseName}',
  mailIntro: 'Guten Tag,\n\n{sentBy} von {enterpriseName} hat Ihnen eine eSIM geschickt: {provider}.',
  mailHow:
    'Scannen Sie den QR-Code mit der Kamera des Smartphones, das die eSIM nutzen soll. Das Smartphone muss dabei mit einem WLAN oder Mobilfunknetz verbunden sein. Oder geben Sie den Aktivierungscode manuell ein:',
  mailConfirmation: 'Das Smartphone fragt nach einem Bestätigungscode, den Sie separat erhalten.',
  mailAction: 'eSIM installieren',
  mailAddress: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
  mailFootnote:
    'Wer diesen Code hat, kann die eSIM installieren. Geben Sie ihn deshalb nicht weiter. Falls Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie.',
}
