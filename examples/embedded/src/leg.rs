// PLACEHOLDER until the generator works
