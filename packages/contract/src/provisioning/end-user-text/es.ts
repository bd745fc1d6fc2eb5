import type { EndUserTexts } from '../end-user-text.ts'

export const endUserTexts: EndUserTexts = {
  title: 'eSIM de {provider}',
  titleNone: 'Su eSIM',
  language: 'Idioma',
  toLight: 'Usar el tema claro',
  toDark: 'Usar el tema oscuro',
  loading: 'Cargando',

  progress: 'Progreso de la instalación',
  stepReady: 'Abierta',
  stepDownloaded: 'Descargada',
  stepInstalled: 'Instalada',
  stepEnabled: 'Activada',
  stepDone: 'completado',

  ready: 'Lista para instalar',
  readyText: 'Instale la eSIM en el dispositivo que la va a usar. El dispositivo debe tener conexión a Internet.',
  downloaded: 'Instalando',
  downloadedText:
    'El dispositivo está instalando la eSIM. Si la instalación se ha interrumpido, vuelva a empezar en el mismo dispositivo.',
  installed: 'Instalada',
  installedText: 'La eSIM está en el dispositivo. Actívela en los ajustes de red móvil.',
  enabled: 'Instalada y activada',
  enabledText: 'La eSIM está en uso. Ya puede cerrar esta página.',
  used: 'Ya utilizado',
  usedText:
    'Este código de activación ya se ha utilizado o ya no es válido. Pida uno nuevo a la persona que se lo dio.',
  expired: 'Caducado',
  expiredText: 'Este código de activación ha caducado. Pida uno nuevo a la persona que se lo dio.',
  expires: 'Instálela antes del {time}.',

  soon: 'Aún no disponible',
  soonText: 'Esta página se actualizará automáticamente en ese momento.',
  paused: 'En pausa',
  pausedText: 'Inténtelo de nuevo más tarde.',
  taken: 'Ya no quedan eSIM',
  takenText: 'En este momento no hay ninguna eSIM disponible.',
  ended: 'Esta oferta ha terminado',
  endedText: 'Gracias por su interés.',
  begins: 'Inicio: {time}.',
  opens: 'Esta página se abrirá el {time}.',
  ends: 'Hasta el {time}.',

  voucher: 'Canjee su vale',
  voucherText: 'Introduzca el código de su vale para obtener su eSIM.',
  voucherCode: 'Código del vale',
  voucherHelp: '12 letras y cifras. Los espacios y guiones no importan.',
  voucherRedeem: 'Obtener mi eSIM',
  voucherEmpty: 'Introduzca el código de su vale.',
  voucherLength: 'El código de un vale tiene 12 letras y cifras.',
  voucherMistyped: 'Mal escrito: compare el código con su vale, carácter por carácter.',
  voucherWrong: 'Ningún vale tiene este código. Compárelo con su vale.',
  voucherUsed: 'Este vale ya se ha canjeado. Si fue usted, utilice el mismo navegador o la página que obtuvo en él.',
  voucherRevoked: 'Este vale ya no es válido. Pregunte a la persona que se lo dio.',
  voucherExpired: 'Este vale ha caducado.',
  voucherTaken: 'En este momento no hay ninguna eSIM disponible. Su vale sigue siendo válido: inténtelo más tarde.',
  voucherSoon: 'Los vales aún no se pueden canjear. Su vale sigue siendo válido.',
  voucherPaused: 'El canje está en pausa. Su vale sigue siendo válido: inténtelo más tarde.',
  voucherMany:
    'Hoy se han canjeado demasiados vales desde su conexión. Su vale sigue siendo válido: inténtelo mañana o desde otra red.',
  voucherLimited: 'Demasiados intentos. Su vale sigue siendo válido: inténtelo dentro de unos minutos.',
  voucherUnanswered: 'La respuesta no ha llegado. Inténtelo de nuevo: su vale no se puede gastar dos veces.',
  vouchersRevoked: 'Vales retirados',
  vouchersRevokedText: 'Estos vales ya no son válidos. Pregunte a la persona que le dio el suyo.',
  vouchersExpired: 'Vales caducados',
  vouchersExpiredText: 'Estos vales ya no se pueden canjear.',

  confirmation: 'Tenga a mano su código de confirmación',
  confirmationText: 'El dispositivo se lo pedirá. Se le ha enviado por separado.',

  installApple: 'Instalar en este iPhone o iPad',
  installAppleHelp:
    'Requiere iOS 17.4 o posterior. En versiones anteriores, escanee el código QR o introduzca los datos manualmente.',
  installAndroid: 'Instalar en este teléfono',
  installAndroidHelp:
    'Requiere Android 10 o posterior. Si no se abre nada, escanee el código QR o introduzca el código manualmente.',
  installWindows: 'Instalar en este PC',
  installWindowsHelp:
    'Para equipos compatibles con eSIM. Para instalarla en un teléfono, escanee el código QR con el teléfono.',

  qr: 'Escanear el código QR',
  qrText: 'Con la cámara del dispositivo que va a usar la eSIM.',
  qrTextHere: 'Si es este dispositivo, abra esta página en otra pantalla y escanee el código desde ahí.',
  testOnly: 'Solo las tarjetas de prueba pueden instalar esta eSIM: su servidor no tiene un certificado de producción.',
  qrLabel: 'Código QR con el código de activación',

  manual: 'Introducir los datos manualmente',
  smdpAddress: 'Dirección SM-DP+',
  matchingId: 'Matching ID',
  whole: 'Código de activación completo',
  apple: 'iPhone y iPad',
  appleWhere:
    'Ajustes › Datos móviles o Datos celulares › Añadir eSIM › Usar código QR › Introducir detalles manualmente. Introduzca el Matching ID como código de activación.',
  android: 'Android',
  androidWhere: 'Ajustes › Redes e Internet › SIM › Añadir eSIM. Android necesita el código de activación completo.',
  windows: 'Windows',
  windowsWhere:
    'Configuración › Red e Internet › Red de telefonía móvil › Perfiles de eSIM › Agregar perfil. Windows necesita el código de activación completo.',

  copy: 'Copiar',
  copied: 'Copiado',
  copyValue: 'Copiar: {name}',
  copyFailed: 'Aquí no se permite copiar. Seleccione el texto y cópielo.',

  closed: 'Esta página no está disponible',
  closedText:
    'El enlace está incompleto, o el código o la campaña que abre se ha cerrado. Consulte a la persona que le dio el enlace.',
  failed: 'No se pudo cargar esta página',
  failedText: 'Compruebe su conexión a Internet y vuelva a intentarlo.',
  failedId: 'Si vuelve a ocurrir, indique este número: {id}',
  tryAgain: 'Reintentar',

  mailSubject: 'Su eSIM de {enterpriseName}',
  mailIntro: 'Hola:\n\n{sentBy}, de {enterpriseName}, le ha enviado una eSIM: {provider}.',
  mailHow:
    'Escanee el código QR con la cámara del teléfono que va a usar la eSIM. El teléfono debe estar conectado a una red wifi o móvil. También puede introducir el código de activación manualmente:',
  mailConfirmation: 'El teléfono le pedirá un código de confirmación, que recibirá por separado.',
  mailAction: 'Instalar la eSIM',
  mailAddress: 'O copie esta dirección en su navegador:',
  mailFootnote:
    'Cualquiera que tenga este código puede instalar la eSIM, así que no lo comparta. Si no esperaba este mensaje, ignórelo.',
}
