import type { ComponentChildren } from 'preact';
import { Icon } from '../icon';

interface SayProps {
  title: string;
  /** The sentences, one after the other. */
  steps: readonly string[];
  /** What follows them. */
  children?: ComponentChildren;
}

/** What one says to an Echo, step by step. */
export function Say({ title, steps, children }: SayProps) {
  return (
    <div class="alexa">
      <span class="seal device">
        <Icon name="echo" />
      </span>
      <div>
        <p class="hint">{title}</p>
        <ol>
          {steps.map((step) => (
            <li key={step}>
              <q>{step}</q>
            </li>
          ))}
          {children && <li>{children}</li>}
        </ol>
      </div>
    </div>
  );
}
