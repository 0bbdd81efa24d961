// Written by go generate ./cmd from cmd/modules.txt. Do not edit.
import type { LoadModule } from './components/modules';

/** The modules of this page, by name. Each is loaded when it is needed. */
export const modules: Readonly<Record<string, LoadModule>> = {
  push: () => import('./push/module'),
};
