import { EchoSeal } from '../avatar';

interface SayProps {
  title: string;
  /** The sentences, in order. */
  steps: readonly string[];
}

/** The words to say to an Echo, step by step. */
export function Say({ title, steps }: SayProps) {
  return (
    <div class="block say-alexa">
      <EchoSeal />
      <div>
        <p class="meta">{title}</p>
        {steps.map((step) => (
          <p key={step}>
            <q>{step}</q>
          </p>
        ))}
      </div>
    </div>
  );
}
