/**
 * The Japanese sentences about a person's account: its accesses (devices, and programs with a key) and its end; about
 * the family's time zone, and about naming an Echo and removing a member. They are loaded with the family's place.
 */
export const accountJa = {
  access: '端末とプログラム',
  accessDevices: 'サインインしている端末',
  accessPrograms: 'プログラム用のキー',
  accessApps: '許可したアプリ',
  someDevice: '種類の分からない端末',
  signedInOn: (date: string) => `${date}にサインイン`,
  lastUsed: (day: string) => `最後に使った日: ${day}`,
  endAccess: 'サインアウトさせる',
  endAccessOf: (name: string) => `「${name}」をサインアウトさせる`,
  endAccessTitle: (name: string) => `「${name}」をサインアウトさせますか？`,
  endAccessExplain:
    'その端末では、もう一度サインインするまでメモを見られなくなります。まだ送れていない変更は、その端末に残ります。',
  accountEnded: 'その端末をサインアウトさせました。',

  makeKey: 'プログラム用のキーを作る',
  keyExplain: 'スマートフォンのショートカットやスマートホームなどから、あなたとして家族のメモを使えるようになります。',
  keyName: 'どのプログラムのキーか、わかる名前',
  keyNameExample: '例：台所のタブレット',
  keyNameFirst: '名前を入れてください。',
  keyMay: 'できること',
  keyRead: '読むだけ',
  keyReadHint: '家族のメモを読んだり探したりします',
  keyAdd: '追加するだけ',
  keyAddHint: 'メモを追加します。家族のメモは読めません',
  keyMemos: '読んで、変える',
  keyMemosHint: '読む、追加する、書き直す、済みにする、消す',
  keyFor: '使える期間',
  keyDays: (days: number) => (days === 365 ? '1年' : `${days}日`),
  keyMake: 'キーを作る',
  keyMade: 'キーができました',
  keyOnce: 'キーが見られるのは今だけです。閉じる前にコピーして、プログラムに設定してください。',
  keySecret: 'このキーを知っている人は、あなたとしてメモを使えます。人には見せないでください。',
  keyText: (name: string) => `「${name}」のキー`,
  keyCopy: 'キーをコピー',
  keyCopied: 'キーをコピーしました。',
  keyByHand: 'キーを選びました。コピーしてください。',
  keyGuide: 'キーの使い方',
  keySince: (date: string) => `作成: ${date}`,
  keyUntil: (date: string) => `期限: ${date}`,
  keyOver: (date: string) => `期限切れ: ${date}`,
  endKey: '無効にする',
  endKeyOf: (name: string) => `「${name}」のキーを無効にする`,
  endKeyTitle: (name: string) => `「${name}」のキーを無効にしますか？`,
  endKeyExplain: 'このキーを使うプログラムは、すぐにメモを使えなくなります。元には戻せません。',
  keyEnded: 'キーを無効にしました。',
  appSince: (date: string) => `許可: ${date}`,
  appHost: (host: string) => `${host}（名前は未確認）`,
  appFamily: '家族の管理',
  appAnd: '、',
  endAppOf: (name: string) => `「${name}」への許可を無効にする`,
  endAppTitle: (name: string) => `「${name}」への許可を無効にしますか？`,
  endAppExplain: 'このアプリは、すぐにメモを使えなくなります。あとでもう一度許可できます。',
  appEnded: '許可を無効にしました。',

  deleteAccount: 'アカウントを消す',
  deleteAccountTitle: 'アカウントを消しますか？',
  deleteAccountExplain:
    '次のものが、すぐに消えます。元には戻せません。運営者のバックアップには、しばらく残ることがあります。',
  goesMemos: 'あなたが書いたメモのすべて。ゴミ箱の中のものも消えます。',
  goesData: 'あなたの名前、メールアドレス、写真のアドレス',
  goesPlace: '家族のメンバーとしての登録と、すべての端末のサインイン',
  deleteAccountStays: 'ほかの人のメモ、エコーで話したメモ、サインイン先のアカウントは残ります。',
  deleteAccountConfirm: '完全に消す',
  deleteAccountFresh: '間違いを防ぐため、もう一度サインインしてください。そのあと、ここに戻って確かめます。',
  deleteAccountSignIn: 'サインインして続ける',
  ownerStays:
    '代表が家族から抜けたりアカウントを消したりするには、先に代表をほかの人に引き継ぎます。引き継げる人がいないときは、エコーを外します。',
  signOutTitle: 'サインアウトしますか？',
  unsentHere: (n: number) => `まだ送っていないものが、この端末に${n}件あります。`,
  unsentKeepExplain:
    '取っておくと、この端末に残り、次にあなたがサインインしたときにまた出てきます。ほかの人がサインインしても見えません。この端末を人に渡すなら、消してください。',
  unsentKeep: '次のサインインまで取っておく',
  unsentDiscard: '消してサインアウト',
  signOutEverywhereTitle: 'すべての端末でサインアウトしますか？',
  signOutEverywhereExplain:
    'この端末も、ほかの端末も、もう一度サインインするまでメモを見られなくなります。エコーはそのまま使えます。',
  noEmoji: 'なし',
  otherEmoji: 'ほかの絵文字',
  editProfile: '名前と絵文字を変える',
  profileSaved: '名前と絵文字を変えました。',
  connected: 'つながっているもの',
  exports: 'メモを書き出す',
  exportAs: (format: string) => `すべてのメモを${format}で保存`,
  exportMe: '自分に関するデータをすべて保存',

  timeZone: 'タイムゾーン',
  noTimeZone: '未設定',
  timeZoneSaved: 'タイムゾーンを変えました。',
  timeZoneHint: (name: string) =>
    `エコーが「昨日」と言うときや、夜のお知らせを控えるときの基準になります。${name && `今の設定は${name}です。`}`,

  nameEchoHint: (phrase: string) =>
    `台所など、置いてある部屋の名前にすると、どこで話したメモかわかります。何台もあるときは、それぞれに「${phrase}」のように話しかけると、1台ずつ名前がつきます。`,
  roomNamesHint: '空にして保存すると、その部屋の名前は消えます。',
  removeMemberExplain: (name: string) =>
    `${name}さんが書いたメモもいっしょに移り、この家族には残りません。もう一度招待すれば戻れます。`,
  removeEchoExplain: (name: string) =>
    `${name}のメモもいっしょに移り、この家族には残りません。もう一度追加すれば戻せます。`,
  removedOffline: (name: string, memos: number, trashed: number) =>
    `${name}さんの端末がつながっていないあいだは、そこに残っているメモ${memos}件とゴミ箱の${trashed}件までは見られます。つながると消えます。`,
  theirEchosHint:
    '外さないと、そのエコーに話しかける人は、これからも家族のメモを聞けます。外したエコーのメモは、エコーといっしょに移ります。',
};
