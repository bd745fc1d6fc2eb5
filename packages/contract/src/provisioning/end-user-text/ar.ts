import type { EndUserTexts } from '../end-user-text.ts'

export const endUserTexts: EndUserTexts = {
  title: 'شريحة eSIM من {provider}',
  titleNone: 'شريحة eSIM الخاصة بك',
  language: 'اللغة',
  toLight: 'استخدام المظهر الفاتح',
  toDark: 'استخدام المظهر الداكن',
  loading: 'جارٍ التحميل',

  progress: 'تقدّم التثبيت',
  stepReady: 'تم الفتح',
  stepDownloaded: 'تم التنزيل',
  stepInstalled: 'تم التثبيت',
  stepEnabled: 'تم التفعيل',
  stepDone: 'مكتمل',

  ready: 'جاهزة للتثبيت',
  readyText: 'ثبّت شريحة eSIM على الجهاز الذي سيستخدمها، مع إبقاء الجهاز متصلًا بالإنترنت.',
  downloaded: 'جارٍ التثبيت',
  downloadedText: 'يثبّت الجهاز شريحة eSIM الآن. إذا توقّف التثبيت، فابدأ من جديد على الجهاز نفسه.',
  installed: 'تم التثبيت',
  installedText: 'أصبحت شريحة eSIM على الجهاز. فعّلها من إعدادات شبكة الجوّال.',
  enabled: 'تم التثبيت والتفعيل',
  enabledText: 'شريحة eSIM قيد الاستخدام. يمكنك إغلاق هذه الصفحة.',
  used: 'تم استخدام الرمز',
  usedText: 'سبق استخدام رمز التفعيل هذا أو لم يعد صالحًا. اطلب رمزًا جديدًا من الشخص الذي أعطاك إياه.',
  expired: 'انتهت الصلاحية',
  expiredText: 'انتهت صلاحية رمز التفعيل هذا. اطلب رمزًا جديدًا من الشخص الذي أعطاك إياه.',
  expires: 'ثبّتها قبل {time}.',

  soon: 'غير متاحة بعد',
  soonText: 'ستُحدَّث هذه الصفحة تلقائيًا في ذلك الوقت.',
  paused: 'متوقفة مؤقتًا',
  pausedText: 'أعد المحاولة لاحقًا.',
  taken: 'نفدت جميع شرائح eSIM',
  takenText: 'لا تتوفّر أي شريحة eSIM حاليًا.',
  ended: 'انتهى هذا العرض',
  endedText: 'شكرًا لاهتمامك.',
  begins: 'يبدأ في {time}.',
  ends: 'حتى {time}.',

  confirmation: 'جهّز رمز التأكيد',
  confirmationText: 'سيطلبه الجهاز منك. لقد أُرسل إليك على حدة.',

  installApple: 'التثبيت على هذا الـ iPhone أو iPad',
  installAppleHelp: 'يتطلّب iOS 17.4 أو إصدارًا أحدث. في الإصدارات الأقدم، امسح رمز QR أو أدخل التفاصيل يدويًا.',
  installAndroid: 'التثبيت على هذا الهاتف',
  installAndroidHelp: 'يتطلّب Android 10 أو إصدارًا أحدث. إذا لم يُفتح شيء، فامسح رمز QR أو أدخل الرمز يدويًا.',
  installWindows: 'التثبيت على هذا الكمبيوتر',
  installWindowsHelp: 'لأجهزة الكمبيوتر التي تدعم eSIM. للتثبيت على هاتف، امسح رمز QR بالهاتف.',

  qr: 'امسح رمز QR',
  qrText: 'بكاميرا الجهاز الذي سيستخدم شريحة eSIM.',
  qrTextHere: 'إذا كان هذا هو الجهاز المقصود، فافتح هذه الصفحة على شاشة أخرى وامسح الرمز منها.',
  qrLabel: 'رمز QR يتضمّن رمز التفعيل',

  manual: 'إدخال التفاصيل يدويًا',
  smdpAddress: 'عنوان SM-DP+',
  matchingId: 'معرّف المطابقة (Matching ID)',
  whole: 'رمز التفعيل الكامل',
  apple: 'iPhone و iPad',
  appleWhere:
    'الإعدادات › خلوي › إضافة eSIM › استخدام رمز QR › إدخال التفاصيل يدويًا. أدخل معرّف المطابقة في حقل رمز التفعيل.',
  android: 'Android',
  androidWhere: 'الإعدادات › الشبكة والإنترنت › شرائح SIM › إضافة شريحة eSIM. يحتاج Android إلى رمز التفعيل الكامل.',
  windows: 'Windows',
  windowsWhere:
    'الإعدادات › الشبكة والإنترنت › الشبكة الخلوية › ملفات تعريف eSIM › إضافة ملف تعريف. يحتاج Windows إلى رمز التفعيل الكامل.',

  copy: 'نسخ',
  copied: 'تم النسخ',
  copyValue: 'نسخ {name}',
  copyFailed: 'النسخ غير مسموح هنا. حدّد النص وانسخه.',

  closed: 'هذه الصفحة غير متاحة',
  closedText: 'الرابط غير مكتمل، أو أُغلق الرمز أو الحملة التي يفتحها. تواصل مع الشخص الذي أعطاك الرابط.',
  failed: 'تعذّر تحميل هذه الصفحة',
  failedText: 'تحقّق من اتصالك بالإنترنت، ثم أعد المحاولة.',
  failedId: 'إذا تكرّر ذلك، فاذكر هذا الرقم: {id}',
  tryAgain: 'إعادة المحاولة',

  mailSubject: 'شريحة eSIM الخاصة بك من {enterpriseName}',
  mailIntro: 'مرحبًا،\n\nأرسل إليك {sentBy} من {enterpriseName} شريحة eSIM: {provider}.',
  mailHow:
    'امسح رمز QR بكاميرا الهاتف الذي سيستخدم شريحة eSIM، مع إبقاء الهاتف متصلًا بشبكة Wi‑Fi أو ببيانات الجوّال. أو أدخل رمز التفعيل يدويًا:',
  mailConfirmation: 'سيطلب الهاتف رمز تأكيد يصلك على حدة.',
  mailAction: 'تثبيت eSIM',
  mailAddress: 'أو انسخ هذا العنوان إلى متصفحك:',
  mailFootnote:
    'يمكن لأي شخص لديه هذا الرمز تثبيت شريحة eSIM، فلا تشاركه مع أحد. إذا لم تكن تتوقع هذه الرسالة، فتجاهلها.',
}
