import { configure } from "@testing-library/react";

// Lazily loaded code may take seconds on a busy machine.
configure({ asyncUtilTimeout: 8_000 });
