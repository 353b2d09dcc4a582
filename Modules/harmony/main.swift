print("harmony")
