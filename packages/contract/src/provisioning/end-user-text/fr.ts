import type { EndUserTexts } from '../end-user-text.ts'

export const endUserTexts: EndUserTexts = {
  title: 'eSIM {provider}',
  titleNone: 'Votre eSIM',
  language: 'Langue',
  toLight: 'Utiliser le thème clair',
  toDark: 'Utiliser le thème sombre',
  loading: 'Chargement',

  progress: 'Progression de l’installation',
  stepReady: 'Ouverte',
  stepDownloaded: 'Téléchargée',
  stepInstalled: 'Installée',
  stepEnabled: 'Activée',
  stepDone: 'terminé',

  ready: 'Prête à être installée',
  readyText: 'Installez l’eSIM sur l’appareil qui va l’utiliser. Cet appareil doit être connecté à Internet.',
  downloaded: 'Installation en cours',
  downloadedText: 'L’appareil installe l’eSIM. Si l’installation s’est interrompue, recommencez sur le même appareil.',
  installed: 'Installée',
  installedText: 'L’eSIM est sur l’appareil. Activez-la dans les réglages du réseau mobile.',
  enabled: 'Installée et activée',
  enabledText: 'L’eSIM est en service. Vous pouvez fermer cette page.',
  used: 'Déjà utilisé',
  usedText:
    'Ce code d’activation a déjà été utilisé ou n’est plus valable. Demandez-en un nouveau à la personne qui vous l’a remis.',
  expired: 'Expiré',
  expiredText: 'Ce code d’activation a expiré. Demandez-en un nouveau à la personne qui vous l’a remis.',
  expires: 'À installer avant le {time}.',

  soon: 'Pas encore disponible',
  soonText: 'Cette page s’actualisera automatiquement à ce moment-là.',
  paused: 'En pause',
  pausedText: 'Réessayez plus tard.',
  taken: 'Toutes les eSIM ont été distribuées',
  takenText: 'Aucune eSIM n’est disponible pour le moment.',
  ended: 'Cette offre est terminée',
  endedText: 'Merci de votre intérêt.',
  begins: 'Début\u00A0: {time}.',
  opens: 'Cette page s’ouvrira le {time}.',
  ends: 'Jusqu’au {time}.',

  voucher: 'Utilisez votre bon',
  voucherText: 'Saisissez le code de votre bon pour obtenir votre eSIM.',
  voucherCode: 'Code du bon',
  voucherHelp: '12 lettres et chiffres. Les espaces et les tirets ne comptent pas.',
  voucherRedeem: 'Obtenir mon eSIM',
  voucherEmpty: 'Saisissez le code de votre bon.',
  voucherLength: 'Un code de bon comporte 12 lettres et chiffres.',
  voucherMistyped: 'Faute de frappe\u00A0: comparez le code avec votre bon, caractère par caractère.',
  voucherWrong: 'Aucun bon ne porte ce code. Comparez-le avec votre bon.',
  voucherUsed:
    'Ce bon a déjà été utilisé. Si c’était vous, reprenez le même navigateur ou la page que vous y avez obtenue.',
  voucherRevoked: 'Ce bon n’est plus valable. Adressez-vous à la personne qui vous l’a remis.',
  voucherExpired: 'Ce bon a expiré.',
  voucherTaken: 'Aucune eSIM n’est disponible pour le moment. Votre bon reste valable\u00A0: réessayez plus tard.',
  voucherSoon: 'Les bons ne peuvent pas encore être utilisés. Votre bon reste valable.',
  voucherPaused: 'L’utilisation des bons est en pause. Votre bon reste valable\u00A0: réessayez plus tard.',
  voucherMany:
    'Trop de bons ont été utilisés aujourd’hui depuis votre connexion. Votre bon reste valable\u00A0: réessayez demain ou depuis un autre réseau.',
  voucherLimited: 'Trop de tentatives. Votre bon reste valable\u00A0: réessayez dans quelques minutes.',
  voucherUnanswered: 'La réponse n’est pas arrivée. Réessayez\u00A0: votre bon ne peut pas être utilisé deux fois.',
  vouchersRevoked: 'Bons retirés',
  vouchersRevokedText: 'Ces bons ne sont plus valables. Adressez-vous à la personne qui vous a remis le vôtre.',
  vouchersExpired: 'Bons expirés',
  vouchersExpiredText: 'Ces bons ne peuvent plus être utilisés.',

  confirmation: 'Préparez votre code de confirmation',
  confirmationText: 'L’appareil vous le demandera. Il vous a été envoyé séparément.',

  installApple: 'Installer sur cet iPhone ou iPad',
  installAppleHelp:
    'Nécessite iOS 17.4 ou version ultérieure. Avec une version antérieure, scannez le code QR ou saisissez les informations manuellement.',
  installAndroid: 'Installer sur ce téléphone',
  installAndroidHelp:
    'Nécessite Android 10 ou version ultérieure. Si rien ne s’ouvre, scannez le code QR ou saisissez le code manuellement.',
  installWindows: 'Installer sur ce PC',
  installWindowsHelp:
    'Pour les PC compatibles eSIM. Pour installer l’eSIM sur un téléphone, scannez le code QR avec celui-ci.',

  qr: 'Scanner le code QR',
  qrText: 'Avec la caméra de l’appareil qui va utiliser l’eSIM.',
  qrTextHere: 'Si c’est cet appareil, ouvrez cette page sur un autre écran et scannez-y le code.',
  testOnly: 'Seules des cartes de test peuvent installer cette eSIM : son serveur n’a pas de certificat de production.',
  qrLabel: 'Code QR contenant le code d’activation',

  manual: 'Saisir les informations manuellement',
  smdpAddress: 'Adresse SM-DP+',
  matchingId: 'Matching ID',
  whole: 'Code d’activation complet',
  apple: 'iPhone et iPad',
  appleWhere:
    'Réglages › Données cellulaires › Ajouter une eSIM › Utiliser un code QR › Saisir les détails manuellement. Saisissez le Matching ID comme code d’activation.',
  android: 'Android',
  androidWhere:
    'Paramètres › Réseau et Internet › Cartes SIM › Ajouter une eSIM. Android demande le code d’activation complet.',
  windows: 'Windows',
  windowsWhere:
    'Paramètres › Réseau et Internet › Cellulaire › Profils eSIM › Ajouter un profil. Windows demande le code d’activation complet.',

  copy: 'Copier',
  copied: 'Copié',
  copyValue: 'Copier\u00A0: {name}',
  copyFailed: 'La copie n’est pas autorisée ici. Sélectionnez le texte et copiez-le.',

  closed: 'Cette page n’est pas disponible',
  closedText:
    'Le lien est incomplet, ou bien le code ou la campagne auxquels il mène ne sont plus accessibles. Adressez-vous à la personne qui vous a remis le lien.',
  failed: 'Impossible de charger cette page',
  failedText: 'Vérifiez votre connexion Internet, puis réessayez.',
  failedId: 'Si le problème persiste, communiquez ce numéro\u00A0: {id}',
  tryAgain: 'Réessayer',

  mailSubject: 'Votre eSIM de la part de {enterpriseName}',
  mailIntro: 'Bonjour,\n\n{sentBy} ({enterpriseName}) vous a envoyé une eSIM\u00A0: {provider}.',
  mailHow:
    'Scannez le code QR avec l’appareil photo du téléphone qui va utiliser l’eSIM. Le téléphone doit être connecté au Wi-Fi ou au réseau mobile. Vous pouvez aussi saisir le code d’activation manuellement\u00A0:',
  mailConfirmation: 'Le téléphone vous demandera un code de confirmation, que vous recevrez séparément.',
  mailAction: 'Installer l’eSIM',
  mailAddress: 'Ou copiez cette adresse dans votre navigateur\u00A0:',
  mailFootnote:
    'Toute personne disposant de ce code peut installer l’eSIM\u00A0: ne le communiquez à personne. Si vous n’attendiez pas cet e-mail, ignorez-le.',
}
