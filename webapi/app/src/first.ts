// The first script of the page, which requests the first list while the other scripts are loading. A page that is
// controlled by the service worker has its scripts and its list on the device.
import { signedInHint } from './browser/signed_in';
import { askEarly } from './sync/early';

if (!window.early && !document.hidden && !navigator.serviceWorker?.controller && signedInHint(document.cookie))
  window.early = askEarly(document.documentElement.lang);
