/** The Japanese sentences about notifications. */
export const ja = {
  push: 'お知らせ',
  pushOn: '新しいメモを知らせる',
  pushIsOn: 'この端末にお知らせが届きます。',
  pushDenied:
    'このページの通知は、ブラウザーで止められています。ブラウザーか端末の設定で、このページの通知を許可してください。',
  pushRefused: '通知が許可されませんでした。',
  pushUnreachable: 'ブラウザーの通知サービスにつながりませんでした。しばらくしてから、もう一度お試しください。',
  pushInstall:
    'iPhoneとiPadでは、先にこのページをホーム画面に追加してください。共有ボタンを押して「ホーム画面に追加」を選び、そのアイコンから開くと、ここで設定できます。',
  pushInsecure: 'お知らせを受け取るには、このページを https:// のアドレスで開いてください。',
  pushNever: 'このブラウザーでは、お知らせを受け取れません。',

  pushWhat: '知らせること',
  pushAll: 'すべて',
  pushFamily: '参加と申し込み',
  pushNone: '知らせない',

  pushQuiet: '知らせない時間',
  pushQuietEcho: 'エコーが知らせない時間',
  pushFrom: '始まり',
  pushTo: '終わり',
  pushQuietHint: (zone: string) =>
    `この時間帯のお知らせは、終わりの時刻にまとめて届きます。二つを同じ時刻にすると、いつでも届きます。時刻は${zone}です。`,

  pushDevices: 'お知らせが届く端末',
  pushAdded: (day: string) => `${day}に追加`,
  pushRemove: '外す',
  pushRemoveNamed: (name: string) => `「${name}」を外す`,
  pushRemoved: (name: string) => `「${name}」には、もうお知らせが届きません。`,
  pushSaved: 'お知らせの設定を変えました。',
};
