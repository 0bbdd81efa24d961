/** The Japanese sentences of the frame of the page. */
export const appJa = {
  appName: '家族ボイスメモ',

  loading: '読み込んでいます',
  away: 'つながりません',
  awayHint: '電波とサーバーを確かめてください。つながりしだい表示します。',
  tryAgain: 'もう一度',
  offline: 'つながりません。いま見えているのは少し前のメモです。',
  backOnline: 'つながりました',
  networkError: 'つながりませんでした。電波や Wi-Fi を確かめて、もう一度お試しください。',
  partMissing: 'この画面を読み込めませんでした。つながっていることを確かめて、読み込み直してください。',
  unknownError: 'うまくいきませんでした。もう一度お試しください。',

  close: '閉じる',

  menu: 'メニュー',
  places: '場所',
  placeMemos: 'メモ',
  placeTrash: 'ゴミ箱',
  placeFamily: '家族',
  placeYou: 'わたし',
  notices: 'メッセージ',
  news: '件のお知らせ',
  openMemoHere: '開いたメモ',

  notKept: 'このブラウザーには保存できません。ページを閉じると、送れていないものは失われます。',
  trashChanged: 'ゴミ箱の中身が変わっているかもしれません。見直してから、もう一度空にしてください。',
  disputed: '同じメモが2か所で変わりました。どちらを残すか選んでください。',
  reload: '読み込み直す',

  echo: 'エコー',
  privacy: 'プライバシー',
  terms: '利用規約',
};
