/** What a phone shows of a profile configuration. */
export const phonePreviewTexts = {
  title: 'On the phone',
  systems: { ios: 'iOS', android: 'Android' },
  system: 'System of the phone',
  scheme: 'Colors of the phone',
  schemes: { light: 'Light', dark: 'Dark' },
  home: 'At home',
  abroad: 'Abroad',
  unnamed: 'No name',
  otherNetwork: 'Other network',
  bars: 'Signal: {bars} of 4 bars',
  plan: 'Mobile plan',
  note: 'A phone can show its own names for networks that it knows.',
} as const
