/** The Japanese sentences of the frame of the page. */
export const appJa = {
  appName: 'ボイスメモ',
  promise: 'Echoに話しかけても、ここに書いても。家族みんなが同じメモを見て、聞けます。',
  signIn: 'サインインして始める',
  signInToJoin: 'サインインして参加する',
  invited: '家族に招待されています。サインインすると参加できます。',
  signInFailed: 'サインインできませんでした。もう一度お試しください。',
  signInExpired: '時間がたちすぎました。もう一度サインインしてください。',
  signInClosed: 'このサーバーは新しい人を受け付けていません。家族に招待リンクを送ってもらってください。',
  signInUnavailable: 'サインインの窓口につながりません。少し待ってからお試しください。',

  loading: '読み込んでいます',
  away: 'つながりません',
  awayHint: '電波とサーバーを確かめてください。つながりしだい表示します。',
  tryAgain: 'もう一度',
  offline: 'つながりません。いま見えているのは少し前のメモです。',
  backOnline: 'つながりました',
  networkError: 'つながりませんでした。',
  unknownError: 'うまくいきませんでした。もう一度お試しください。',

  close: '閉じる',

  cancel: 'やめる',

  save: '保存',

  places: '場所',
  placeMemos: 'メモ',
  placeTrash: 'ゴミ箱',
  placeFamily: '家族',
  notices: 'お知らせ',
  skip: '新しいメモを書く',
  news: '件のお知らせ',
  openMemoHere: '開いたメモ',
  nothingOpen: 'メモを選ぶと、ここで読んだり書き直したりできます。',

  notKept: 'このブラウザには保存できません。ページを閉じると、送れていないものは失われます。',
  trashChanged: 'ゴミ箱の中身が変わっているかもしれません。見直してから、もう一度空にしてください。',
  disputed: 'ほかの人も同じメモを変えました。どちらを残すか選んでください。',
  newVersion: '新しい版があります',
  reload: '読み込み直す',
};
