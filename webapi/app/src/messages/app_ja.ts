import { called } from './called';

/** The Japanese sentences of the frame of the page. */
export const appJa = {
  appName: 'ボイスメモ',
  promise: 'エコーに話しかけても、ここに書いても。家族みんなが同じメモを見て、聞けます。',
  signIn: 'サインインして始める',
  signInToJoin: 'サインインして参加する',
  invited: '家族に招待されています。サインインすると、だれからの招待かを確かめて参加できます。',
  invitedDead:
    'この招待リンクは使えません。リンクが途中で切れているようです。招待してくれた人に、新しいリンクか4桁の数字を送ってもらってください。',
  signInFailed: 'サインインできませんでした。もう一度お試しください。',
  signInExpired: '時間がたちすぎました。もう一度サインインしてください。',
  signInClosed: 'このサーバーは新しい人を受け付けていません。家族に招待リンクを送ってもらってください。',
  signInInviteUsed: 'この招待リンクは、もう使われたか期限が切れています。新しいリンクを送ってもらってください。',
  signInUnavailable: 'サインイン先につながりません。少し待ってからお試しください。',

  loading: '読み込んでいます',
  away: 'つながりません',
  awayHint: '電波とサーバーを確かめてください。つながりしだい表示します。',
  tryAgain: 'もう一度',
  offline: 'つながりません。いま見えているのは少し前のメモです。',
  backOnline: 'つながりました',
  networkError: 'つながりませんでした。',
  partMissing: 'この画面を読み込めませんでした。つながっていることを確かめて、読み込み直してください。',
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

  notKept: 'このブラウザーには保存できません。ページを閉じると、送れていないものは失われます。',
  trashChanged: 'ゴミ箱の中身が変わっているかもしれません。見直してから、もう一度空にしてください。',
  disputed: 'ほかの人も同じメモを変えました。どちらを残すか選んでください。',
  newVersion: '新しいバージョンがあります',
  reload: '読み込み直す',

  members: (n: number) => `メンバー ${n}人`,
  echo: 'エコー',
  arrived: (name: string, echo = false) => `${called(name, echo)}が家族に加わりました。`,
  departed: (name: string, echo = false) => `${called(name, echo)}が家族から抜けました。`,
  asks: (name: string, echo = false) => `${called(name, echo)}が参加を申し込んでいます。`,
  newOwner: (name: string, echo = false) => `${called(name, echo)}が代表になりました。`,
  newOwnerYou: 'あなたが代表になりました。',
  letIn: (family: string) => `許可されて、${family}に入りました。`,
  notLetIn: (name: string) => `${name}さんの家族への参加は許可されませんでした。`,
  emptied: (name: string, n: number) => `${name}さんがゴミ箱を空にしました（${n}件）。`,
  emptiedBySomeone: (n: number) => `ゴミ箱が空になりました（${n}件）。`,
  familyChanged: (family: string) => `家族が変わりました。いまは${family}です。`,
  notAdmitted: (time: string) =>
    `まだ家族に入っていません。${time}までに招待で参加しないと、このアカウントとメモは消えます。`,
  signedOut: 'この端末からサインアウトしました。',
  signOutDue: 'サインアウトの手続きは、つながったときにこのページで自動的に終わります。',
  signOutDueElsewhere:
    'ほかの端末は、まだサインアウトしていません。つながるまでこのページを開いておくか、つながってからもう一度開いてください。',
  sessionOver: 'この端末はサインアウトされました。続けるには、もう一度サインインしてください。',
  unsentKept: (n: number) =>
    `まだ送れていない変更が${n}件、この端末に残っています。同じ人がサインインすると送られます。`,
  accountRefused: '家族への参加は許可されませんでした。招待で作られたアカウントとメモは消えました。',
  accountDeleted: 'アカウントとメモを消しました。',
  install: 'ホーム画面に置く',
  installHint: 'ふつうのアプリのように、すぐに開けます。',
  installIos: '共有ボタンを押して「ホーム画面に追加」を選ぶと、ふつうのアプリのように開けます。',
  installNow: '置く',
  installLater: 'あとで',
  privacy: 'プライバシー',
  terms: '利用規約',
};
